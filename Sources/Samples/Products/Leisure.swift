extension Product {
    static let sports = [
        Product(
            "나이키 축구공", ["4호", "5호"], won: 15_000, .ball, note: "바람 빠짐 없어요."),
        Product(
            "스팔딩 농구공 7호", ["실내외 겸용", "실외용"], won: 18_000, .ball,
            note: "그립 살아 있어요. 바람 넣는 펌프도 드려요."),
        Product(
            "미카사 배구공", ["V200W", "V330W"], won: 32_000, .ball,
            note: "동호회에서 실내에서만 썼어요."),
        Product(
            "짐볼", ["55cm", "65cm", "75cm"], won: 8_000, .ball,
            note: "바람 빼서 작게 접어 드려요."),
        Product("어린이 축구공", ["3호 옐로우", "3호 블루"], won: 6_000, .ball, note: "가벼워서 유치원생도 차요."),
        Product(
            "삼천리 하이브리드 자전거", ["700C 블랙", "700C 화이트"], won: 130_000, .bicycle,
            note: "봄에 체인이랑 브레이크 점검 받았어요."),
        Product(
            "자이언트 에스케이프 3 자전거", ["S 사이즈", "M 사이즈"], won: 260_000, .bicycle,
            note: "키 165~175 정도면 맞아요. 라이트 달려 있어요."),
        Product(
            "브롬톤 접이식 자전거", ["C라인", "M6L"], won: 1_650_000, .bicycle,
            note: "실내 보관했고 이지휠, 짐받이 가방 포함이에요."),
        Product(
            "첼로 로드자전거", ["480 사이즈", "520 사이즈"], won: 420_000, .bicycle,
            note: "한강만 탔고 타이어 트레드 넉넉해요."),
        Product(
            "알톤 미니벨로 자전거", ["20인치 민트", "20인치 아이보리"], won: 110_000, .bicycle,
            note: "바구니 달려 있어서 장 보러 다니기 좋아요."),
        Product(
            "아동용 자전거", ["16인치", "18인치", "20인치"], won: 45_000, .bicycle,
            note: "보조 바퀴도 있어요. 아이가 커서 못 타요."),
        Product(
            "육각 아령", ["5kg 2개", "8kg 2개", "10kg 2개"], won: 28_000, .dumbbell,
            note: "고무 코팅이라 바닥 안 찍혀요."),
        Product(
            "조절식 덤벨", ["20kg 한 쌍", "24kg 한 개"], won: 75_000, .dumbbell,
            note: "무거워서 차로 오시는 게 좋아요."),
        Product(
            "네오프렌 아령", ["1kg 2개", "2kg 2개", "3kg 2개"], won: 9_000, .dumbbell,
            note: "집에서 가볍게 운동하기 좋아요."),
        Product(
            "케틀벨", ["8kg", "12kg", "16kg"], won: 22_000, .dumbbell,
            note: "손잡이 녹 없어요."),
    ]

    static let hobbies = [
        Product(
            "수학의 정석 세트", ["기본편", "실력편"], won: 20_000, .books, .books,
            note: "개정판이고 답지 다 있어요."),
        Product(
            "토지 전집", ["20권", "양장본"], won: 75_000, .books, .books,
            note: "한 권도 빠짐없이 있어요. 무거우니 카트 챙겨 오세요."),
        Product(
            "해리포터 전집", ["한글판", "영문판"], won: 60_000, .books, .books,
            note: "상자까지 그대로 있어요."),
        Product(
            "토익 기출 문제집", ["LC", "RC", "LC RC 세트"], won: 9_000, .books, .books,
            note: "답은 노트에 따로 풀었어요."),
        Product(
            "어린이 그림책 묶음", ["10권", "20권"], won: 15_000, .books, .books,
            note: "네다섯 살 아이가 좋아해요."),
        Product(
            "슬램덩크 만화책 전권", ["신장재편판", "완전판"], won: 80_000, .books, .books,
            note: "비닐 커버 씌워서 봤어요."),
        Product(
            "한국사능력검정시험 교재", ["기본", "심화"], won: 8_000, .books, .books,
            note: "두 달 보고 합격했어요. 좋은 기운 받아 가세요."),
        Product(
            "뮤지컬 티켓", ["R석 2연석", "S석 1장"], won: 120_000, .tickets, .tickets,
            note: "다음 달 주말 낮 공연이에요."),
        Product(
            "잠실 야구 티켓", ["1루 2연석", "외야 4장"], won: 40_000, .tickets, .tickets,
            note: "모바일 티켓이라 바로 보내드려요."),
        Product(
            "영화 예매권", ["2매", "4매"], won: 16_000, .tickets, .tickets,
            note: "전국 지점에서 쓸 수 있어요."),
        Product(
            "아쿠아리움 입장권", ["성인 2매", "어린이 1매"], won: 30_000, .tickets, .tickets,
            note: "평일, 주말 다 들어갈 수 있어요."),
        Product(
            "미술 전시회 초대권", ["1매", "2매"], won: 10_000, .tickets, .tickets,
            note: "종이 초대권이라 직접 드려야 해요."),
        Product(
            "콜트 통기타", ["어스 50", "AD810"], won: 110_000, .guitar,
            note: "줄 새로 갈았고 가방 같이 드려요."),
        Product(
            "야마하 어쿠스틱 기타", ["F310", "FG800"], won: 140_000, .guitar,
            note: "넥 휨 없고 소리 맑아요."),
        Product(
            "덱스터 입문용 통기타", ["내추럴", "선버스트"], won: 50_000, .guitar,
            note: "교본이랑 피크도 넣어 드려요."),
        Product(
            "우쿨렐레", ["소프라노", "콘서트"], won: 30_000, .guitar,
            note: "튜너 달려 있어서 바로 치실 수 있어요."),
        Product(
            "기타 카포와 튜너", ["블랙", "골드"], won: 9_000, .guitar,
            note: "집게형이라 통기타, 일렉 다 돼요."),
    ]
}
