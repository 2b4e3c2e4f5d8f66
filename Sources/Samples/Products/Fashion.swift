extension Product {
    static let womensFashion = [
        Product(
            "코치 숄더백", ["블랙", "브라운"], won: 130_000, .handbag,
            note: "더스트백이랑 보증 카드 있어요."),
        Product(
            "마이클코어스 크로스백", ["미디엄", "라지"], won: 90_000, .handbag,
            note: "아웃렛에서 샀고 끈 길이 조절돼요."),
        Product(
            "루이까또즈 토트백", ["그레이", "네이비"], won: 80_000, .handbag,
            note: "노트북 13인치 들어가요."),
        Product(
            "스탠드오일 호보백", ["블랙", "크림"], won: 45_000, .handbag,
            note: "가벼워서 매일 들기 좋아요."),
        Product(
            "마르헨제이 헤이즐백", ["미니", "스몰"], won: 50_000, .handbag,
            note: "안쪽 오염 없어요."),
        Product(
            "미니 크로스백", ["라이트그린", "레드", "블랙"], won: 16_000, .handbag,
            note: "휴대폰이랑 카드 지갑 딱 들어가요."),
        Product("캔버스 에코백", ["아이보리", "네이비"], won: 6_000, .handbag, note: "지퍼 있고 안주머니 있어요."),
        Product(
            "자라 롱 원피스", ["S", "M"], won: 25_000, .dress, .clothing,
            note: "키 163에 종아리 중간까지 와요."),
        Product(
            "린넨 셔츠 원피스", ["베이지 프리", "네이비 프리"], won: 22_000, .dress, .clothing,
            note: "허리끈 있어서 라인 잡혀요."),
        Product(
            "에잇세컨즈 니트 원피스", ["블랙 S", "그레이 M"], won: 19_000, .dress, .clothing,
            note: "도톰해서 초겨울까지 입어요."),
        Product(
            "꽃무늬 쉬폰 원피스", ["55", "66"], won: 17_000, .dress, .clothing,
            note: "안감 있어서 비치지 않아요."),
        Product(
            "하객 원피스", ["44", "55", "66"], won: 35_000, .dress, .clothing,
            note: "결혼식이랑 돌잔치에 입기 좋아요."),
        Product(
            "유니클로 캐미솔 원피스", ["S", "L"], won: 10_000, .dress, .clothing,
            note: "집에서 단독으로, 밖에서는 티셔츠 위에 입어요."),
        Product(
            "임부복 원피스", ["플라워", "스트라이프"], won: 9_000, .dress, .clothing,
            note: "수유도 되는 디자인이에요."),
    ]

    static let beauty = [
        Product(
            "맥 립스틱", ["칠리", "루비우", "데빌"], won: 18_000, .lipstick, .sealed,
            note: "백화점 정품이에요."),
        Product(
            "디올 어딕트 립글로우", ["001 핑크", "004 코랄"], won: 28_000, .lipstick, .sealed,
            note: "면세점 제품이에요."),
        Product(
            "롬앤 쥬시 래스팅 틴트", ["피그피그", "누카다미아", "베어그레이프"], won: 6_000, .lipstick,
            .sealed, note: "색은 사진보다 조금 더 차분해요."),
        Product(
            "입생로랑 루쥬 립스틱", ["1966", "01"], won: 32_000, .lipstick, .sealed,
            note: "각인은 없어요."),
        Product(
            "페리페라 잉크 틴트", ["핑크 모먼트", "코랄 인플루언서"], won: 4_500, .lipstick, .sealed,
            note: "작아서 파우치에 쏙 들어가요."),
        Product(
            "클리오 립 세트", ["3종", "5종"], won: 20_000, .lipstick, .sealed,
            note: "선물용 상자 그대로예요."),
        Product(
            "헤라 센슈얼 립스틱", ["로지 수에드", "에스테라"], won: 23_000, .lipstick, .sealed,
            note: "쇼핑백 같이 드려요."),
        Product(
            "조말론 향수 30ml", ["잉글리쉬 페어", "블랙베리 앤 베이", "우드 세이지"], won: 65_000, .perfume,
            .sealed, note: "리본 상자 그대로 있어서 선물하셔도 돼요."),
        Product(
            "딥티크 향수 50ml", ["도손", "오로즈", "탐다오"], won: 110_000, .perfume, .sealed,
            note: "정품 스티커 붙어 있어요."),
        Product(
            "클린 웜코튼 향수", ["30ml", "60ml"], won: 35_000, .perfume, .sealed,
            note: "갓 빤 이불 같은 향이에요."),
        Product(
            "데메테르 향수 30ml", ["런드로맷", "레인", "베이비파우더"], won: 15_000, .perfume, .sealed,
            note: "작아서 가방에 넣고 다니기 좋아요."),
        Product(
            "논픽션 향수 세트", ["젠틀나잇", "상탈크림"], won: 45_000, .perfume, .sealed,
            note: "핸드크림까지 들어 있는 세트예요."),
        Product(
            "향수 미니어처 5종", ["꽃향", "나무향"], won: 22_000, .perfume, .sealed,
            note: "한 병에 5ml씩이에요."),
        Product(
            "바디 미스트", ["체리블라썸", "코튼"], won: 8_000, .perfume, .sealed,
            note: "유통기한 내년까지예요."),
    ]

    static let mensFashion = [
        Product(
            "유니클로 옥스포드 셔츠", ["화이트 M", "블루 L"], won: 13_000, .shirt, .clothing,
            note: "다림질 안 해도 구김이 적어요."),
        Product(
            "폴로 랄프로렌 셔츠", ["스카이 95", "화이트 100"], won: 38_000, .shirt, .clothing,
            note: "슬림핏이라 한 사이즈 크게 보셔도 돼요."),
        Product(
            "무신사 스탠다드 반팔티", ["블랙 L", "화이트 XL"], won: 7_000, .shirt, .clothing,
            note: "도톰해서 비치지 않아요."),
        Product(
            "타미힐피거 체크 셔츠", ["95", "100"], won: 28_000, .shirt, .clothing,
            note: "단추 여분 그대로 있어요."),
        Product(
            "지오다노 린넨 셔츠", ["베이지 100", "카키 105"], won: 12_000, .shirt, .clothing,
            note: "얇아서 여름에 시원해요."),
        Product(
            "칼하트 포켓 티셔츠", ["M", "L"], won: 25_000, .shirt, .clothing,
            note: "미국판이라 조금 크게 나왔어요."),
        Product(
            "나이키 드라이핏 반팔", ["M", "L"], won: 15_000, .shirt, .clothing,
            note: "러닝할 때 입기 좋아요."),
        Product(
            "카시오 전자시계", ["F-91W", "A158"], won: 13_000, .watch,
            note: "배터리 올해 갈았어요."),
        Product(
            "지샥 GA-2100", ["올블랙", "네이비"], won: 75_000, .watch,
            note: "정품 상자랑 설명서 있어요."),
        Product(
            "세이코 5 스포츠 시계", ["블랙", "네이비"], won: 190_000, .watch,
            note: "하루 오차 10초 안쪽이에요."),
        Product(
            "다니엘 웰링턴 시계", ["40mm 실버", "40mm 로즈골드"], won: 60_000, .watch,
            note: "가죽줄 하나 더 드려요."),
        Product(
            "티쏘 PRX 시계", ["블루", "블랙"], won: 380_000, .watch,
            note: "줄 줄인 마디 그대로 있고 보증서 있어요."),
        Product(
            "포실 가죽 시계", ["브라운", "블랙"], won: 48_000, .watch,
            note: "시곗줄은 새로 갈았어요."),
        Product(
            "스와치 시계", ["화이트", "블랙"], won: 40_000, .watch, note: "가벼워서 여름에 차기 좋아요."),
    ]
}
