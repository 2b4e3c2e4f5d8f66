import Market
import Testing

/// What synonyms find, and what they must not find by chance.
struct SynonymMatchingTests {
    struct Row: Sendable {
        let text: String
        let titles: [String]

        init(_ text: String, _ titles: String...) {
            (self.text, self.titles) = (text, titles)
        }
    }

    private static let found = [
        // Words typed separately are searched separately.
        Row("running shoes", "Running trail shoes", "러닝화 270", "Shoes for running"),
        Row("gift card", "Card and gift box", "상품권 5만원"),
        Row("apple watch", "Watch Apple 시리즈", "애플워치 9", "애플 워치 SE"),
        Row("north face", "노스페이스 패딩", "The North Face", "North and face"),
        Row("washing machine", "드럼세탁기", "Machine for washing"), Row("애플 워치", "Apple Watch"),
        Row("노스페이스", "North Face 700", "NORTHFACE"), Row("northface", "노스페이스"),
        Row("에이치앤엠", "H&M 니트"), Row("티셔츠", "T-shirt", "Tshirt"),
        // Short names at the beginning of words, or as whole words.
        Row("tv", "티비다이", "텔레비전 55인치"), Row("텔레비전", "LG TV", "TV55인치"),
        Row("플스", "PS5 디스크", "PS 4", "플레이스테이션"), Row("플스5", "PS5슬림", "PS 5", "플레이스테이션 5"),
        Row("ps5", "플스5", "Playstation 5"), Row("playstation", "플스 패드", "PS5"),
        Row("chair", "의자 2개", "의자2개", "원목 의자", "식탁의자 4개"), Row("의자", "Oak chair"),
        Row("의자", "시디즈 체어 T50"), Row("체어", "원목 의자", "Oak chair"), Row("chair", "안락의자", "허먼밀러 체어"),
        Row("office chair", "사무용 의자", "오피스 체어", "컴퓨터의자"), Row("desk chair", "사무용의자", "컴퓨터 의자"),
        Row("책상의자", "사무용 의자"), Row("camping chair", "캠핑의자 2개", "캠핑 체어"), Row("스툴", "Bar stool"),
        Row("오피스", "사무용 책상"), Row("책상", "스탠딩 데스크"), Row("데스크", "원목 책상"),
        Row("desk", "책상", "컴퓨터책상"), Row("rug", "러그", "카펫"), Row("ski", "스키복", "스키 부츠"),
        // Names of two syllables at the end of a compound, too.
        Row("chair", "캠핑의자", "접이식캠핑의자2개", "코베아 캠핑의자 세트", "Oak chair"), Row("desk", "모션책상 1200"),
        Row("bag", "노트북가방"), Row("tv", "LG티비 55인치"), Row("television", "벽걸이티비"),
        Row("lamp", "무드램프", "램프 갓"), Row("skirt", "청치마"), Row("white chair", "흰색 캠핑의자"),
        Row("보스", "Bose QC"), Row("bose", "보스 QC45", "보스 헤드폰"),
        Row("소니", "SONY 헤드폰"), Row("sony", "소니 헤드폰"),
        Row("lego", "레고 테크닉"), Row("드릴", "Drill set"), Row("drill", "전동 드릴"),
        Row("microphone", "무선 마이크", "마이크"), Row("잠바", "패딩 점퍼"), Row("hat", "모자"),
        Row("pants", "바지", "청바지"), Row("jeans", "리바이스 청바지"), Row("box", "이사 박스", "박스2개"),
        Row("dress", "드레스", "여름 원피스"), Row("suitcase", "24인치 캐리어"), Row("humidifier", "가습기"),
        // Words for models, in either script.
        Row("아이폰 15 프로", "iPhone 15 Pro", "아이폰15프로"), Row("아이폰15프로", "iPhone 15 Pro"),
        Row("iphone 13 mini", "아이폰 13 미니"), Row("갤럭시 s22 울트라", "Galaxy S22 Ultra"),
        Row("macbook air", "맥북 에어 M1"), Row("에어팟 맥스", "AirPods Max"), Row("air max", "에어 맥스 97"),
        // As people shorten and spell them.
        Row("갤탭", "갤럭시탭 S8"), Row("뉴발란스 530", "뉴발 530"), Row("식세기", "LG 식기세척기"),
        Row("에어프라이기", "필립스 에어프라이어"), Row("가스레인지", "2구 가스렌지"), Row("밧데리", "노트북 배터리"),
        Row("악세사리", "헤어 액세서리"), Row("hanger", "이동식 행거", "옷걸이 20개"), Row("드라이기", "헤어드라이어"),
        // The name of a kind finds things of that kind.
        Row("휴대폰", "아이폰 13", "아이폰13 미니", "iPhone 15 Pro", "갤럭시 S22", "갤럭시Z플립4", "핸드폰"),
        Row("cell phone", "아이폰 13", "갤럭시 S22", "핸드폰"), Row("phone", "아이폰 13"),
        Row("carpet", "카페트", "카펫"), Row("rice cooker", "압력밥솥"), Row("놋북", "LG 노트북"),
        // A number is one word with its unit, or stands in front of it.
        Row("18 inches", "자전거 18인치", "18 인치 자전거", "18 inch bike"), Row("128 gb", "아이폰 128기가"),
        Row("18인치", #"자전거 18""#, "18\u{2033} 모니터", #"18"자전거"#, "자전거 18 inch"),
        Row("18 inches", #"자전거 18""#, "자전거 18\u{201D}"), Row("18inch 자전거", #"자전거 18""#),
        Row(#"18""#, "자전거 18인치", "18 inches"), Row("자전거 18\u{2033}", "자전거 18인치"),
        // A size is found with its unit and without it.
        Row("260mm", "나이키 운동화 260", "구두 260 mm"), Row("260 mm 구두", "구두 260", "구두 (260)"),
        Row("260", "구두 260mm"), Row("66", "원피스 66사이즈"), Row("66사이즈", "원피스 66", "66 원피스"),
        Row("L사이즈 니트", "니트 L", "니트/L"), Row("니트 L 사이즈", "니트 L"), Row("L", "니트 L사이즈"),
        Row("256 기가", "맥북 256GB"), Row("2 north face", "노스페이스 패딩 2벌"),
        Row("에코백 검정", "캔버스 에코백 블랙"), Row("흰색 책상", "화이트 책상", "Desk white 120"),
        // Colours are found in either language.
        Row("white chair", "흰색 의자", "화이트 의자", "하얀 의자", "하얀색 의자", "흰 의자"),
        Row("흰 책상", "화이트 책상", "White desk", "하얀 책상"),
        Row("화이트", "White desk", "흰색책상", "하얀 운동화"), Row("하얀색", "흰색 접시", "White plate"),
        Row("black", "검정 가방", "검정색 가방", "검은색 가방", "블랙 가방"), Row("블랙", "검은 우산", "Black bag"),
        Row("gray", "회색 니트", "그레이 니트"), Row("red", "빨간 우산", "레드 지갑", "빨강 모자"),
        Row("은색", "실버 팔찌", "Silver ring"), Row("silver", "은색 시계"), Row("gold", "금색 액자"),
        Row("파란색", "Blue jacket", "블루 셔츠"), Row("navy", "남색 코트", "네이비 코트"),
        Row("노랑", "노란 우산", "옐로우 우산", "Yellow umbrella"), Row("초록색", "그린 화분", "Green pot"),
        Row("핑크", "분홍색 이불", "Pink blanket"), Row("보라색", "퍼플 니트", "Purple knit"),
        Row("brown", "갈색 구두"), Row("beige", "베이지색 바지"), Row("orange", "주황색 텐트", "오렌지 텐트"),
    ]

    private static let notFound = [
        Row("pro", "빔프로젝터", "프로틴"), Row("air", "에어컨"), Row("mini", "미니언즈"), Row("프로", "Prologue"),
        Row("chair", "거의 자주 쓴 책"), Row("apple", "파인애플"), Row("nikon", "유니콘 인형"),
        Row("lens", "카카오프렌즈 인형"), Row("tb", "몬스테라 화분"), Row("gb", "세탁기가 깨끗해요"),
        Row("8 gb", "아이폰 128기가"), Row("ml", "패밀리 침대"), Row("polo", "아폴로 눈병"),
        Row("tv", "멀티비타민", "액티비티북"), Row("playstation", "애플 스티커"), Row("ps", "애플 스피커"),
        Row("rug", "플러그", "러그솔"), Row("racket", "브라켓"), Row("ring", "반지갑"),
        Row("ski", "위스키잔", "스키니진"), Row("bose", "보스턴백", "휴고보스", "휴고 보스 셔츠"),
        Row("sony", "소니엔젤"), Row("lego", "그레고리"), Row("drill", "나눔 드릴게요"),
        Row("microphone", "마이크로SD", "마이크로 SD카드"), Row("lamp", "클램프"), Row("light", "노트북 스탠드"),
        Row("skirt", "앞치마"), Row("스커트", "앞치마"), Row("잠바", "점퍼루", "Jumperoo"),
        Row("휠라", "PLA Filament"), Row("책상", "Desktop"), Row("아이스박스", "Cooler Master"),
        Row("건조기", "Hair Dryer"), Row("scarf", "오토바이 머플러"), Row("suitcase", "고양이 캐리어"),
        Row("ticket", "에티켓"), Row("carpet", "카페 트레이"), Row("카펫", "카페 트레이"),
        Row("box", "블랙박스", "박스티"), Row("vans", "선반 스툴", "반스타킹"), Row("kia", "아기 아우터"),
        Row("chair", "아이의 자전거"), Row("shelf", "우선 반값"), Row("컴퓨터", "PCR 키트"),
        Row("청바지", "New Jeans 앨범"), Row("모자", "Hatsune Miku"), Row("침대", "Bedding"),
        Row("코트", "Coating"), Row("그릇", "Bowling ball"), Row("청소기", "Vacuum 보온 텀블러"),
        Row("노트북", "Moleskine notebook"), Row("clothes", "의류건조기"), Row("tools", "공구 진행합니다"),
        Row("dress", "원피스 피규어", "드레스룸"), Row("suit", "수트케이스"), Row("cutting board", "도마뱀"),
        Row("mouse", "마우스피스"), Row("가습기", "Dehumidifier"), Row("거울", "Mirrorless 카메라"),
        Row("블라인드", "Blind spot mirror"), Row("샌들", "Sandalwood 향초"), Row("만화책", "Economics"),
        Row("pants", "바지락 1kg"), Row("hat", "모자이크 타일"), Row("blocks", "블록체인"),
        Row("검은색", "블랙박스", "블랙핑크 앨범"), Row("회색", "그레이트 북스"),
        Row("빨간색", "Redmi 12", "Hundred days", "레드불 상자"), Row("red", "빨강머리 앤", "레드와인 잔"),
        Row("파란색", "블루투스 이어폰", "Bluetooth 키보드"), Row("silver", "검은색 시계", "실버타운"),
        Row("gold", "황금색 액자", "골드바"), Row("금색", "Golden retriever"), Row("black", "검정고시 문제집"),
        Row("white", "화이트보드", "흰머리 염색약"), Row("의자", "체어맨 세차용품"), Row("책상", "데스크탑"),
        Row("사무용", "오피스텔 단기 임대", "Officer 피규어"), Row("green", "그린란드", "초록우산"),
        Row("초록색", "Greenland"),
        Row("purple", "보라카이 여행"), Row("pink", "블랙핑크 앨범"), Row("brown", "브라운관 TV"),
        Row("beige", "회색 바지"), Row("orange", "오렌지주스"),
        Row("book", "도서산간 배송"), Row("backpack", "배낭여행"), Row("boots", "부츠컷"),
        Row("coat", "테니스 코트화"), Row("이케아", "Nike Air"), Row("엘지", "All goods"),
        Row("scooter", "킥보드"),
        Row("휴대폰", "아이폰케이스", "갤럭시탭 S8", "갤럭시 버즈"), Row("아이폰", "휴대폰 거치대"),
        Row("갤럭시", "스마트폰"), Row("north face", "North pole", "Face mask"),
        Row("18인치", "아이폰 18", #""아이폰 18" 팔아요"#, #"TV 180""#, "18만원"),
        Row("260mm", "구두 2600", "사진 1260장", "260만원", "구두 265"), Row("50mm 렌즈", "렌즈 50"),
        Row("260mm 구두", "책 260"), Row("66사이즈", "루트66", "1966 포스터", "66mm"),
        Row("L사이즈", "LG TV", "Xl"),
        Row("M사이즈", "맥북 M1"), Row("S사이즈", "Men's 니트"), Row("13인치", "아이폰 13"),
        Row("8 inches", "자전거 18인치", #"자전거 18""#), Row("18 inches", "18k 반지"),
    ]

    @Test(arguments: found)
    func itemsAreFoundBySynonyms(_ row: Row) throws {
        let search = try #require(SearchQuery(row.text))
        for title in row.titles {
            #expect(search.match(title: SearchText(title)) != nil, "\(row.text) in \(title)")
        }
    }

    @Test(arguments: notFound)
    func itemsAreNotFoundByChance(_ row: Row) throws {
        let search = try #require(SearchQuery(row.text))
        for title in row.titles {
            let match = search.match(title: SearchText(title), description: SearchText(title))
            #expect(match == nil, "\(row.text) in \(title)")
        }
    }

    /// All words together find at least what they find without synonyms.
    @Test(arguments: [
        ("gift card", "Birthday gift", "with a card"),
        ("apple watch", "Apple", "a band for a watch"),
        ("north face", "up north", "my face"),
    ])
    func aWordMayBeInTheTitleAndAnotherInTheDescription(
        _ text: String, _ title: String, _ description: String
    ) throws {
        let search = try #require(SearchQuery(text))
        let match = search.match(title: SearchText(title), description: SearchText(description))
        #expect(match == .description)
    }
}
