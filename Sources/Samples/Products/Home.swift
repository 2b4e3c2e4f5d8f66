extension Product {
    static let children = [
        Product(
            "이케아 곰인형", ["80cm", "100cm"], won: 15_000, .teddyBear,
            note: "세탁기에 돌려서 햇볕에 말렸어요."),
        Product(
            "젤리캣 곰인형", ["스몰", "미디엄"], won: 23_000, .teddyBear, note: "정품 택 있어요."),
        Product(
            "애착 곰인형", ["베이지", "브라운"], won: 10_000, .teddyBear,
            note: "털 빠짐 없이 보드라워요."),
        Product(
            "대형 곰인형", ["120cm", "160cm"], won: 30_000, .teddyBear,
            note: "커서 차로 오셔야 해요."),
        Product(
            "아기 촉감 인형 세트", ["숲속 친구들", "바다 친구들"], won: 7_000, .teddyBear,
            note: "소리 나는 주머니 들어 있어요."),
        Product(
            "레고 듀플로", ["숫자 기차", "동물 농장", "클래식 상자"], won: 25_000, .blocks,
            note: "부품 수 세어 봤어요. 빠진 것 없어요."),
        Product(
            "원목 블록", ["50조각", "100조각"], won: 18_000, .blocks, note: "물티슈로 하나씩 닦았어요."),
        Product(
            "맥포머스 자석블록", ["30조각", "62조각"], won: 45_000, .blocks,
            note: "자석 다 잘 붙어요. 책자도 있어요."),
        Product(
            "옥스포드 블록", ["경찰서", "소방서"], won: 20_000, .blocks, note: "설명서 같이 드려요."),
        Product(
            "한글 자모 블록", ["원목", "자석"], won: 12_000, .blocks, note: "한글 떼는 데 도움 많이 됐어요."),
        Product(
            "소프트 블록", ["24조각", "48조각"], won: 9_000, .blocks,
            note: "말랑해서 돌 지난 아기도 다치지 않아요."),
        Product(
            "목욕놀이 오리 세트", ["6마리", "12마리"], won: 5_000, .duck,
            note: "속까지 말려서 곰팡이 없어요."),
        Product("나무 끌차 오리", ["레드", "블루"], won: 13_000, .duck, note: "바퀴 잘 굴러가요."),
        Product(
            "오리 유아 변기", ["옐로우", "민트"], won: 12_000, .duck,
            note: "소독해 두었고 속통 따로 빠져요."),
        Product("오리 수유등", ["대", "소"], won: 17_000, .duck, note: "밝기 세 단계고 USB 충전이에요."),
    ]

    static let household = [
        Product(
            "전기 포트", ["1.0L", "1.7L"], won: 17_000, .pot, note: "물때 없이 구연산으로 씻었어요."),
        Product(
            "휘슬러 압력솥", ["4.5L", "6L"], won: 130_000, .pot,
            note: "고무 패킹 새것으로 바꿨어요."),
        Product(
            "해피콜 냄비", ["20cm", "24cm"], won: 25_000, .pot, note: "인덕션에서도 돼요."),
        Product(
            "르크루제 무쇠 냄비", ["20cm 체리", "22cm 오렌지"], won: 180_000, .pot,
            note: "바닥 에나멜 깨진 곳 없어요."),
        Product(
            "스타우브 꼬꼬떼", ["18cm 그레이", "22cm 블랙"], won: 170_000, .pot,
            note: "솥밥 해 먹기 좋은 크기예요."),
        Product("테팔 편수 냄비", ["16cm", "18cm"], won: 16_000, .pot, note: "코팅 벗겨진 곳 없어요."),
        Product("양은 냄비", ["1인용", "2인용"], won: 4_000, .pot, note: "라면 끓이기 딱 좋아요."),
        Product("뚝배기", ["중 사이즈", "대 사이즈"], won: 6_000, .pot, note: "받침도 같이 드려요."),
        Product(
            "사골곰탕 10팩", ["500g", "300g"], won: 14_000, .pot, .sealed,
            note: "실온 보관이고 유통기한 내년 봄까지예요."),
        Product(
            "스타벅스 머그컵", ["벚꽃 355ml", "서울 473ml"], won: 14_000, .mug,
            note: "식기세척기는 안 돌렸어요."),
        Product(
            "스탠리 퀜처 텀블러", ["887ml 크림", "1.18L 로즈"], won: 30_000, .mug,
            note: "빨대 새것으로 하나 더 드려요."),
        Product(
            "이딸라 머그컵", ["화이트 0.3L", "블루 0.3L"], won: 17_000, .mug, note: "이 나간 곳 없어요."),
        Product(
            "손으로 빚은 머그컵", ["1개", "2개"], won: 12_000, .mug,
            note: "공방에서 만든 거라 모양이 조금씩 달라요."),
        Product("커플 머그컵 세트", ["화이트", "파스텔"], won: 8_000, .mug, note: "뚜껑 있어요."),
        Product(
            "드립백 커피", ["20개", "30개"], won: 13_000, .mug, .sealed,
            note: "로스팅한 지 2주 됐어요."),
        Product(
            "제주 녹차 티백", ["50개입", "100개입"], won: 11_000, .mug, .sealed,
            note: "선물용 상자에 들어 있어요."),
    ]

    static let furniture = [
        Product(
            "이케아 클리판 2인용 소파", ["그레이", "블랙"], won: 90_000, .sofa,
            note: "커버는 세탁했어요. 1층이라 싣기 편해요."),
        Product(
            "한샘 3인용 소파", ["패브릭 그레이", "가죽 브라운"], won: 280_000, .sofa,
            note: "가로 2m 10cm예요. 용달은 직접 불러 주세요."),
        Product(
            "1인용 리클라이너 소파", ["베이지", "네이비"], won: 120_000, .sofa,
            note: "완전히 눕혀져요. 엘리베이터 있는 건물이에요."),
        Product("좌식 소파", ["1인용", "2인용"], won: 25_000, .sofa, note: "등받이 다섯 단계로 꺾여요."),
        Product(
            "시디즈 T50 의자", ["블랙", "그레이"], won: 130_000, .chair,
            note: "바퀴랑 팔걸이 다 멀쩡해요."),
        Product(
            "허먼밀러 에어론 의자", ["B 사이즈", "C 사이즈"], won: 780_000, .chair,
            note: "회사 정리하면서 나온 정품이에요."),
        Product(
            "원목의자세트", ["2인", "4인"], won: 45_000, .chair,
            note: "나무라 튼튼하고 흔들림 없어요."),
        Product(
            "이케아 마르쿠스 의자", ["다크그레이", "블랙"], won: 95_000, .chair,
            note: "조립된 채로 드려요."),
        Product(
            "접이식 의자", ["블랙", "화이트"], won: 8_000, .chair, note: "접으면 문 뒤에 들어가요."),
        Product("이케아 장스탠드", ["화이트", "블랙"], won: 22_000, .lamp, note: "전구 끼워서 드려요."),
        Product(
            "무드등", ["달 모양", "버섯 모양"], won: 9_000, .lamp, note: "터치로 밝기 조절돼요."),
        Product(
            "LED 책상 스탠드", ["집게형", "거치형"], won: 18_000, .lamp, note: "눈부심 적고 각도 잘 잡혀요."),
        Product(
            "톨로메오 스탠드", ["미니", "마이크로"], won: 190_000, .lamp,
            note: "관절 뻑뻑하지 않게 잘 고정돼요."),
        Product(
            "이케아 말름 서랍장", ["3칸", "4칸", "6칸"], won: 60_000, .drawers,
            note: "서랍 다 부드럽게 열려요. 두 분이 오시면 옮기기 쉬워요."),
        Product(
            "한샘 5단 서랍장", ["화이트", "메이플"], won: 90_000, .drawers,
            note: "뒤판까지 튼튼해요. 용달은 직접 불러 주세요."),
        Product("원목 협탁", ["월넛", "오크"], won: 30_000, .drawers, note: "침대 옆에 두기 좋은 높이예요."),
        Product(
            "플라스틱 서랍장", ["3단", "4단", "5단"], won: 15_000, .drawers,
            note: "가벼워서 혼자 들 수 있어요."),
    ]

    static let other = [
        Product(
            "추석 선물세트", ["참치캔", "식용유"], won: 23_000, .giftBox, .sealed,
            note: "보자기까지 그대로 있어요."),
        Product(
            "스팸 선물세트", ["8호", "12호"], won: 25_000, .giftBox, .sealed,
            note: "유통기한 2년 넘게 남았어요."),
        Product(
            "홍삼 스틱 선물세트", ["30포", "60포"], won: 45_000, .giftBox, .sealed,
            note: "쇼핑백 같이 드려요."),
        Product(
            "수건 선물세트", ["3장", "5장"], won: 12_000, .giftBox, .sealed,
            note: "돌잔치 답례품인데 글씨는 없어요."),
        Product(
            "크리스마스 장식 상자", ["트리 장식", "전구"], won: 10_000, .giftBox,
            note: "한 상자에 가득 들어 있어요."),
        Product("몬스테라 화분", ["중품", "대품"], won: 20_000, .plant, .plants, note: "화분째 드려요."),
        Product(
            "다육이 화분", ["5개", "10개"], won: 10_000, .plant, .plants,
            note: "종류가 다 달라요."),
        Product("스투키 화분", ["소품", "중품"], won: 12_000, .plant, .plants, note: "화분 받침도 드려요."),
        Product(
            "고무나무 화분", ["1m", "1.4m"], won: 30_000, .plant, .plants,
            note: "무거우니 차로 오시는 게 좋아요."),
        Product("행운목 화분", ["소품", "대품"], won: 15_000, .plant, .plants, note: "꽃도 한 번 피웠어요."),
        Product(
            "바질 화분", ["1개", "3개"], won: 3_000, .plant, .plants, note: "피자에 올려 드셔 보세요."),
        Product("이사 박스", ["10장", "20장"], won: 8_000, .carton, note: "한 번 쓰고 펴 두었어요."),
        Product(
            "택배 박스 묶음", ["소형 30장", "중형 20장"], won: 6_000, .carton,
            note: "뽁뽁이도 같이 드려요."),
        Product(
            "접이식 리빙박스", ["50L", "70L"], won: 9_000, .carton, note: "뚜껑 잠금쇠 다 있어요."),
        Product(
            "캠핑용품 한 상자", ["코펠과 버너", "랜턴과 타프"], won: 60_000, .carton,
            note: "두 사람이 하룻밤 쓰기 충분해요."),
        Product(
            "LP판 한 상자", ["가요", "팝송"], won: 50_000, .carton, note: "서른 장쯤이고 튀는 판은 뺐어요."),
        Product(
            "고양이 모래 한 상자", ["두부 모래", "벤토나이트"], won: 20_000, .carton, .sealed,
            note: "6L씩 네 봉 들어 있어요."),
    ]
}
