extension Product {
    static let digital = [
        Product(
            "LG 그램 노트북", ["14인치", "16인치", "17인치"], won: 780_000, .laptop, .devices,
            note: "충전기 같이 드려요. 배터리도 쌩쌩해요."),
        Product(
            "삼성 갤럭시북3 노트북", ["i5 16GB", "i7 16GB"], won: 720_000, .laptop, .devices,
            note: "초기화해 두었고 정품 충전기 포함이에요."),
        Product(
            "맥북 에어 M1", ["8GB 256GB", "16GB 512GB"], won: 690_000, .laptop, .devices,
            note: "아이클라우드 로그아웃 해 두었고 충전기 포함이에요."),
        Product(
            "레노버 씽크패드 노트북", ["X1 카본", "E14"], won: 430_000, .laptop, .devices,
            note: "빨콩 잘 되고 키감 좋아요."),
        Product(
            "HP 사무용 노트북", ["SSD 256GB", "SSD 512GB"], won: 180_000, .laptop, .devices,
            note: "문서 작업이나 인강용으로 충분해요."),
        Product(
            "알루미늄 노트북 거치대", ["실버", "스페이스 그레이"], won: 12_000, .laptop,
            note: "17인치까지 올려 봤는데 흔들림 없어요."),
        Product(
            "아이폰 13", ["128GB 미드나이트", "128GB 핑크", "256GB 블루"], won: 420_000, .phone,
            .devices, note: "배터리 오래 가고 통신사 상관없이 쓰실 수 있어요."),
        Product(
            "아이폰 SE 3세대", ["64GB 레드", "128GB 스타라이트"], won: 250_000, .phone, .devices,
            note: "홈 버튼 지문 인식 잘 돼요."),
        Product(
            "갤럭시 S22 자급제", ["256GB 화이트", "256GB 그린"], won: 330_000, .phone, .devices,
            note: "액정 필름 붙여 두었고 투명 케이스 하나 드려요."),
        Product(
            "갤럭시 Z 플립4", ["256GB 퍼플", "512GB 그라파이트"], won: 350_000, .phone, .devices,
            note: "힌지 소리 없고 화면 가운데 주름도 심하지 않아요."),
        Product(
            "삼성 효도폰", ["LTE 블랙", "LTE 와인"], won: 45_000, .phone, .devices,
            note: "글씨가 커서 어르신 쓰시기 좋아요."),
        Product(
            "투명 휴대폰 케이스 5개 묶음", ["아이폰용", "갤럭시용"], won: 5_000, .phone,
            note: "기종은 메시지로 물어봐 주세요."),
        Product(
            "캐논 EOS M50 카메라", ["본체만", "번들 렌즈 포함"], won: 430_000, .camera, .devices,
            note: "컷수 6천 정도예요. 배터리 두 개 드려요."),
        Product(
            "소니 A6400 미러리스", ["바디", "16-50 렌즈킷"], won: 780_000, .camera, .devices,
            note: "정품 등록 했고 스트랩, 충전기 포함이에요."),
        Product(
            "후지필름 X-T30", ["실버", "블랙"], won: 890_000, .camera, .devices,
            note: "렌즈는 따로예요. 먼지 없이 제습함에 보관했어요."),
        Product(
            "올림푸스 뮤 필름카메라", ["줌 105", "줌 140"], won: 150_000, .camera,
            note: "필름 한 롤 찍어서 노출, 플래시 다 확인했어요."),
        Product(
            "카메라 스트랩", ["가죽 브라운", "캔버스 네이비"], won: 13_000, .camera,
            note: "길이 조절되고 어느 카메라에나 맞아요."),
        Product(
            "소니 WH-1000XM4 헤드폰", ["블랙", "실버"], won: 210_000, .headphones, .devices,
            note: "노이즈 캔슬링 잘 되고 파우치 드려요."),
        Product(
            "보스 QC45 헤드폰", ["블랙", "화이트"], won: 230_000, .headphones, .devices,
            note: "파우치랑 케이블까지 드려요."),
        Product(
            "로지텍 게이밍 헤드셋", ["G335", "G733"], won: 55_000, .headphones, .devices,
            note: "마이크 소리 깨끗하게 들어가요."),
        Product(
            "필립스 유선 헤드폰", ["화이트", "블랙"], won: 10_000, .headphones,
            note: "양쪽 다 소리 잘 나와요."),
    ]

    static let games = [
        Product(
            "닌텐도 스위치 OLED", ["화이트", "네온"], won: 290_000, .handheld, .devices,
            note: "조이콘 쏠림 없고 액정 필름 붙어 있어요."),
        Product(
            "닌텐도 스위치 라이트", ["코랄", "터콰이즈", "그레이"], won: 150_000, .handheld, .devices,
            note: "케이스에 넣고 다녀서 화면 깨끗해요."),
        Product(
            "스팀덱", ["64GB", "256GB", "OLED 512GB"], won: 430_000, .handheld, .devices,
            note: "전용 파우치 같이 드려요."),
        Product(
            "PS Vita", ["2세대 블랙", "2세대 화이트"], won: 130_000, .handheld,
            note: "메모리 카드 16GB 꽂아서 드려요."),
        Product(
            "닌텐도 3DS XL", ["블루", "레드"], won: 140_000, .handheld,
            note: "한글판이고 게임 두 개 들어 있어요."),
        Product(
            "닌텐도 DS 게임칩", ["동물의 숲", "마리오 카트", "포켓몬 다이아몬드"], won: 25_000, .handheld,
            note: "정품 한글판이에요. 인식 확인했어요."),
        Product(
            "미니 레트로 게임기", ["400가지 내장", "620가지 내장"], won: 13_000, .handheld,
            note: "티비에 꽂아서 둘이 할 수 있어요."),
        Product(
            "휴대용 테트리스 게임기", ["옐로우", "블루"], won: 6_000, .handheld,
            note: "AA 건전지 두 개 들어가요."),
        Product(
            "플레이스테이션 5 듀얼센스", ["화이트", "미드나이트 블랙", "코스믹 레드"], won: 55_000, .gamepad,
            .devices, note: "스틱 쏠림 없어요. 집에서 바로 확인 가능해요."),
        Product(
            "엑스박스 무선 컨트롤러", ["카본 블랙", "로봇 화이트", "쇼크 블루"], won: 48_000, .gamepad,
            .devices, note: "PC에 블루투스로 바로 붙어요."),
        Product(
            "닌텐도 스위치 프로콘", ["기본", "스플래툰3 에디션"], won: 50_000, .gamepad, .devices,
            note: "버튼 눌림 다 정상이고 충전 케이블 드려요."),
        Product(
            "플레이스테이션 4 슬림", ["500GB", "1TB"], won: 150_000, .gamepad, .devices,
            note: "패드 두 개랑 게임 CD 세 장 같이 드려요."),
        Product(
            "8비트도 게임패드", ["SN30 프로", "얼티밋"], won: 35_000, .gamepad, .devices,
            note: "스위치, PC 둘 다 돼요."),
        Product(
            "PC용 유선 게임패드", ["블랙", "투명"], won: 9_000, .gamepad,
            note: "USB만 꽂으면 바로 잡혀요."),
        Product(
            "조이콘 충전 그립", ["블랙", "그레이"], won: 8_000, .gamepad,
            note: "조이콘은 포함이 아니고 그립만 드려요."),
    ]
}
