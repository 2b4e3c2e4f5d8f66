/// Which category a thing most likely belongs to, by the words that name it. The words are those of the
/// things that are sold most. Korean words count within longer ones, too.
extension Category {
    /// The most scalars of a title that are read: as it is typed it may be of any length, and so may a single
    /// letter with its accents. A syllable of Hangul may be three of them.
    private static let mostRead = 600

    /// The category that a thing with this title most likely belongs to; nil if the title names nothing
    /// known, or clothes without saying whose. What comes last in a title tells what the thing is: `노트북
    /// 가방` is a bag.
    public init?(likelyFor title: String) {
        let words = String(String.UnicodeScalarView(title.unicodeScalars.prefix(Self.mostRead)))
            .lowercased()
            .split { !$0.isLetter && !$0.isNumber }
        let letters = words.flatMap { $0 }
        /// Which word each letter is in.
        let places = words.indices.flatMap { [Int](repeating: $0, count: words[$0].count) }
        func begins(_ place: Int) -> Bool { place == 0 || places[place - 1] != places[place] }
        func ends(_ place: Int) -> Bool { place == letters.count || begins(place) }
        for end in stride(from: letters.count, to: 0, by: -1) {
            for start in max(0, end - Self.longestWord)..<end {
                let name = String(letters[start..<end])
                guard Self.things[name] != nil || Self.clothes.contains(name) else { continue }
                let isWhole = begins(start) && ends(end)
                let mayBePart = name.count > 1 && !letters[start].isASCII
                let isPart = mayBePart && (begins(start) || places[start] == places[end - 1])
                guard isWhole || isPart else { continue }
                guard let category = Self.things[name] ?? Self.wearer(namedIn: words) else {
                    return nil
                }
                self = category
                return
            }
        }
        return nil
    }

    /// Whose clothes they are; nil if no word says it.
    private static func wearer(namedIn words: [Substring]) -> Category? {
        wearers.first { wearer in
            words.contains { word in wearer.names.contains { word.hasPrefix($0) } }
        }?.category
    }

    private static let wearers: [(category: Category, names: [String])] = [
        (.children, ["유아", "아기", "아동", "키즈", "주니어", "신생아", "어린이", "kids", "baby"]),
        (.womensFashion, ["여성", "여자", "women"]), (.mensFashion, ["남성", "남자", "men"]),
    ]

    private static let things: [String: Category] = {
        var things: [String: Category] = [:]
        for (category, words) in lists {
            for word in words.split(whereSeparator: \.isWhitespace) {
                things[String(word)] = category
            }
        }
        return things
    }()

    private static let longestWord = (Array(things.keys) + clothes).map(\.count).max() ?? 0

    private static let clothes = Set(
        """
        티셔츠 반팔 반팔티 맨투맨 후드 후드티 후드집업 니트 스웨터 가디건 셔츠 바지 청바지 슬랙스
        반바지 조거팬츠 트레이닝복 자켓 재킷 코트 패딩 롱패딩 점퍼 야상 바람막이 조끼 잠옷 양말 모자
        볼캡 비니 장갑 목도리 머플러 벨트 지갑 가방 백팩 배낭 신발 운동화 구두 로퍼 부츠 샌들 슬리퍼
        크록스 시계 손목시계 선글라스 안경테 jacket coat shirt hoodie sneakers shoes jeans sweater
        backpack wallet watch hat boots
        """
        .split(whereSeparator: \.isWhitespace).map(String.init))

    private static let lists: [(Category, String)] = [
        (
            .digital,
            """
            노트북 랩탑 맥북 그램 갤럭시북 씽크패드 컴퓨터 데스크탑 본체 모니터 키보드 마우스 태블릿
            아이패드 갤럭시탭 아이폰 갤럭시 핸드폰 휴대폰 스마트폰 공기계 효도폰 충전기 보조배터리
            케이블 이어폰 에어팟 버즈 헤드폰 헤드셋 스피커 사운드바 카메라 미러리스 렌즈 삼각대
            고프로 드론 프린터 복합기 스캐너 공유기 외장하드 usb ssd 그래픽카드 메모리 웹캠
            빔프로젝터 프로젝터 tv 텔레비전 티비 셋톱박스 스마트워치 애플워치 갤럭시워치 냉장고
            김치냉장고 세탁기 건조기 청소기 로봇청소기 에어컨 공기청정기 가습기 제습기 온풍기
            전기히터 히터 난로 식기세척기 인덕션 전자레인지 에어프라이어 오븐 정수기 스타일러 다리미
            스팀다리미 비데 전자사전 라디오 턴테이블 전기장판 전기매트 온수매트 안마의자 안마기
            마사지기 마사지건 체중계 마우스패드 토너카트리지 폰케이스 핸드폰케이스 아이폰케이스
            블루투스 laptop notebook macbook monitor keyboard mouse tablet ipad iphone phone charger
            headphones earbuds airpods speaker camera lens drone printer router television computer
            vacuum fridge refrigerator washer dryer microwave humidifier dehumidifier
            """
        ),
        (
            .games,
            """
            게임 게임기 게임칩 게임팩 게임패드 닌텐도 스위치 조이콘 프로콘 플스 플스4 플스5
            플레이스테이션 듀얼센스 듀얼쇼크 엑스박스 스팀덱 게임보이 오락기 컨트롤러 조이스틱 ps4
            ps5 xbox nintendo playstation console gamepad
            """
        ),
        (
            .sports,
            """
            자전거 로드자전거 전기자전거 킥보드 전동킥보드 스케이트보드 인라인 인라인스케이트
            롤러스케이트 헬멧 러닝머신 런닝머신 실내자전거 사이클 덤벨 아령 케틀벨 바벨 요가매트
            폼롤러 짐볼 훌라후프 줄넘기 철봉 벤치프레스 축구공 농구공 배구공 야구공 글러브 야구배트
            축구화 배드민턴 라켓 테니스 탁구 탁구대 골프 골프채 골프백 골프공 골프장갑 아이언세트
            퍼터 볼링공 등산 등산화 등산스틱 캠핑 텐트 타프 침낭 캠핑의자 캠핑테이블 아이스박스 버너
            랜턴 낚시 낚싯대 낚시대 스키 보드복 스키복 스노보드 스노우보드 수영복 물안경 오리발
            서핑보드 구명조끼 튜브 bicycle bike helmet dumbbells dumbbell yoga tent racket golf
            scooter skateboard treadmill camping
            """
        ),
        (
            .children,
            """
            유모차 카시트 아기침대 범퍼침대 젖병 젖병소독기 분유 분유포트 기저귀 이유식 아기띠
            힙시트 보행기 바운서 쏘서 점퍼루 모빌 치발기 아기체육관 놀이매트 유아매트 아기옷 아동복
            유아복 내복 돌복 장난감 인형 곰인형 레고 듀플로 블록 자석블록 퍼즐 소꿉놀이 주방놀이
            미끄럼틀 그네 트램펄린 붕붕카 전동차 미니카 변신로봇 책가방 아기욕조 유아욕조 하이체어
            유아의자 아기의자 아기식탁의자 유아책상 그림책 유아전집 수유쿠션 수유등 유축기 stroller
            crib diapers toys toy
            """
        ),
        (
            .womensFashion,
            """
            원피스 치마 스커트 블라우스 레깅스 브라탑 하이힐 구두힐 플랫슈즈 숄더백 크로스백 토트백
            호보백 에코백 핸드백 미니백 클러치 귀걸이 목걸이 팔찌 반지 머리핀 헤어핀 스카프 임부복
            여성복 여성화 dress skirt blouse heels handbag tote necklace earrings
            """
        ),
        (
            .beauty,
            """
            화장품 립스틱 틴트 립밤 립글로스 쿠션팩트 파운데이션 컨실러 아이섀도 섀도우 마스카라
            아이라이너 블러셔 향수 디퓨저 로션 바디로션 크림 선크림 수분크림 핸드크림 세럼 에센스
            앰플 스킨 토너 클렌징 마스크팩 수면팩 샴푸 린스 트리트먼트 바디워시 핸드워시 매니큐어
            네일 고데기 드라이기 헤어드라이어 에어랩 헤어스타일러 면도기 제모기 화장솔 lipstick
            perfume lotion shampoo makeup
            """
        ),
        (
            .mensFashion,
            """
            넥타이 남방 와이셔츠 남성복 남성화 정장 수트 드레스셔츠 서류가방 necktie
            """
        ),
        (
            .household,
            """
            냄비 프라이팬 후라이팬 웍 압력밥솥 밥솥 전기밥솥 전기포트 커피포트 포트 커피머신
            커피메이커 토스터 믹서기 블렌더 착즙기 머그컵 물병 텀블러 와인잔 유리컵 그릇 접시 수저
            수저세트 식기 도마 칼세트 주걱 반찬통 밀폐용기 도시락 식기건조대 행주 휴지 물티슈 세제
            섬유유연제 수건 이불 이불세트 베개 담요 커튼 블라인드 카펫 러그 발매트 빨래건조대 건조대
            옷걸이 빨래바구니 청소포 걸레 쓰레기통 휴지통 공구 드릴 전동드릴 사다리 선풍기
            서큘레이터 우산 캐리어 여행가방 액자 거울 벽시계 탁상시계 위스키 아이스크림 멀티탭 전구
            식탁보 방향제 양초 캔들 김치 과일 사과 귤 감귤 쌀 라면 커피원두 원두 간식 과자 건강식품
            영양제 비타민 pan pot kettle cooker mug tumbler blanket pillow curtain rug fan towels
            toaster
            """
        ),
        (
            .furniture,
            """
            의자 식탁의자 책상의자 컴퓨터의자 안락의자 스툴 소파 쇼파 리클라이너 빈백 침대
            침대프레임 매트리스 토퍼 책상 컴퓨터책상 식탁 테이블 탁자 좌식테이블 협탁 화장대
            콘솔테이블 옷장 장롱 붙박이장 행거 드레스룸 서랍장 수납장 진열장 장식장 책장 책꽂이 선반
            신발장 tv장 거실장 전신거울 조명 스탠드 장스탠드 무드등 파티션 벤치 desk chair sofa bed
            mattress table lamp bookcase bookshelf wardrobe drawers shelf couch dresser
            """
        ),
        (
            .hobbies,
            """
            책 만화책 소설책 문제집 교재 전공책 참고서 수험서 토익 전집 그림책묶음 잡지 티켓 입장권
            공연티켓 상품권 기프티콘 예매권 초대권 쿠폰 이용권 회원권 콘서트 기타 통기타 일렉기타
            베이스기타 우쿨렐레 피아노 전자피아노 디지털피아노 바이올린 첼로 플루트 드럼 전자드럼
            악기 앰프 lp lp판 음반 앨범 보드게임 피규어 프라모델 건담 포토카드 포카 굿즈 뜨개실
            뜨개질 그림 물감 캔버스액자 우표 동전 수집 book books textbook textbooks novel ticket
            tickets guitar piano violin ukulele vinyl figure
            """
        ),
        (
            .other,
            """
            화분 식물 다육이 선인장 강아지 고양이 캣타워 사료 강아지옷 이동장 고양이모래 반려동물
            어항 자동차용품 블랙박스 타이어 차량용 이사박스 선물세트 plant plants cat dog
            """
        ),
    ]
}
