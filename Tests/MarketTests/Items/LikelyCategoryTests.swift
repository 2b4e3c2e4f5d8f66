import Market
import Testing

struct LikelyCategoryTests {
    private static let titles: [(category: Market.Category, titles: [String])] = [
        (
            .digital,
            [
                "무선 청소기", "다이슨 무선 청소기 V10", "LG 그램 노트북", "아이패드 프로 11인치",
                "아이폰13 128GB 자급제", "갤럭시 S22 공기계", "에어팟 프로 2세대", "소니 헤드폰",
                "블루투스 스피커", "삼성 27인치 모니터", "기계식 키보드", "로지텍 마우스",
                "캐논 미러리스 카메라", "빔프로젝터", "삼성 65인치 TV", "통돌이 세탁기",
                "양문형 냉장고", "제습기 팝니다", "공기청정기 (거의 새것)", "에어프라이어",
                "전자레인지", "식기세척기 6인용", "벽걸이 에어컨", "애플워치 SE", "iPhone case",
                "Dell 24 inch monitor", "안마의자", "핸드폰 케이스",
            ]
        ),
        (
            .games,
            [
                "닌텐도 스위치 OLED", "플레이스테이션 5", "PS4 슬림", "엑스박스 컨트롤러",
                "젤다 게임칩", "스팀덱 512GB", "Nintendo Switch Lite",
            ]
        ),
        (
            .sports,
            [
                "로드 자전거", "아동 자전거", "전동 킥보드", "자전거 헬멧", "요가 매트",
                "덤벨 5kg 세트", "골프채 풀세트", "배드민턴 라켓", "원터치 텐트", "캠핑 의자",
                "캠핑 테이블", "등산 스틱", "스키복 상의", "축구공", "실내 자전거", "낚싯대",
                "Yoga mat",
            ]
        ),
        (
            .children,
            [
                "유모차", "휴대용 유모차", "신생아 카시트", "원목 아기침대", "젖병 소독기",
                "기저귀 한 박스", "아기띠", "레고 듀플로", "자석 블록", "공주 인형", "미끄럼틀",
                "아동 운동화 180", "유아 패딩", "초등 책가방", "Baby stroller", "kids jacket",
            ]
        ),
        (
            .womensFashion,
            [
                "린넨 원피스", "하객룩 블라우스", "플리츠 스커트", "여성 롱코트", "여자 운동화 240",
                "코치 숄더백", "캔버스 에코백", "14k 목걸이", "하이힐 235", "Women's coat",
            ]
        ),
        (
            .beauty,
            [
                "조말론 향수", "맥 립스틱", "수분 크림", "선크림 새 상품", "헤어 드라이기",
                "고데기", "전기 면도기", "미장센 샴푸", "디퓨저", "핸드크림 세트",
            ]
        ),
        (
            .mensFashion,
            ["남성 정장", "남자 셔츠 100", "남성 백팩", "넥타이 세 개", "체크 남방", "Men's jacket"]
        ),
        (
            .household,
            [
                "쿠쿠 압력밥솥", "프라이팬 28cm", "스타벅스 텀블러", "머그컵 4개", "커피 머신",
                "전기포트", "암막 커튼", "극세사 이불", "캐리어 24인치", "선풍기", "빨래 건조대",
                "벽시계", "위스키 한 병", "제주 귤 5kg", "아이스크림 모양 접시", "Electric kettle",
            ]
        ),
        (
            .furniture,
            [
                "원목의자세트", "식탁 의자", "사무용 책상", "컴퓨터 책상", "4인용 식탁",
                "3인용 소파", "퀸 매트리스", "슈퍼싱글 침대 프레임", "5단 서랍장", "이케아 책장",
                "화장대", "신발장", "전신 거울", "장스탠드", "Floor lamp", "Dining table",
            ]
        ),
        (
            .hobbies,
            [
                "해리포터 전집", "토익 문제집", "만화책 전권", "뮤지컬 티켓", "문화상품권", "헬스장 회원권",
                "야마하 통기타", "디지털 피아노", "보드게임", "건담 프라모델", "피규어", "LP판",
                "책 열 권", "Acoustic guitar",
            ]
        ),
        (
            .other,
            [
                "다육이 화분", "고양이 캣타워", "강아지 옷", "블랙박스", "수건 선물세트",
                "Snake plant",
            ]
        ),
    ]

    @Test(arguments: titles)
    func theCategoryIsThatOfTheThingNamed(_ category: Market.Category, _ titles: [String]) {
        for title in titles { #expect(Market.Category(likelyFor: title) == category, "\(title)") }
    }

    /// Nothing known, clothes without saying whose, and what only looks like a word.
    @Test(arguments: [
        "팝니다", "나이키 운동화 270", "손목시계", "가죽 지갑", "노트북 가방", "네이비 코트",
        "한의 자전", "Notebooked", "쌀쌀한 날", "",
    ])
    func nothingIsSaidOfWhatMayBeAnywhere(_ title: String) {
        #expect(Market.Category(likelyFor: title) == nil)
    }

    /// As a Mac types it.
    @Test func decomposedLettersAreTheSame() {
        #expect(
            Market.Category(likelyFor: "\u{110E}\u{1165}\u{11BC}\u{1109}\u{1169}\u{1100}\u{1175}")
                == .digital)
    }

    @Test func aVeryLongTitleIsReadInPart() {
        let long = String(repeating: "가", count: 100_000)
        #expect(Market.Category(likelyFor: "청소기 " + long) == .digital)
        #expect(Market.Category(likelyFor: long + " 청소기") == nil)
        // So is a letter with any number of accents.
        let accented = "e" + String(repeating: "\u{301}", count: 100_000)
        #expect(Market.Category(likelyFor: accented + " 청소기") == nil)
    }
}
