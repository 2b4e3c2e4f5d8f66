/// What an export says of itself, in the same archive.
enum ExportText {
    static let readme = """
        장터에서 내려받은 내 자료

        data.json  내 글, 목록과 할 일, 메모, 관심 글, 알림, 휴지통 (JSON, UTF-8)
        photos/    내 글의 사진과 프로필 사진. 7-1.jpg는 7번 글의 첫 사진이에요.

        data.json 안에는
          profile    닉네임, 소개, 가입한 때
          listings   내가 올린 글. status는 selling(판매중), reserved(예약중), sold(거래완료)
          lists      목록과 그 안의 할 일(tasks), 새것부터
          memos      메모, 새것부터
          interests  관심 글
          reminders  끄지 않은 알림, 이른 것부터 10,000개까지 (할 일과 메모의 remind_at에도 있어요)
          trash      지운 지 30일이 안 된 것의 이름과 개수. 내용은 되돌린 뒤에 내려받아 주세요.
          checklist  글을 올릴 때 쓰는 판매 체크리스트

        때는 모두 ISO 8601로 적은 세계 표준시(UTC)예요. 한국 시각은 9시간 뒤예요.
        값(price)은 그 화폐의 가장 작은 단위예요. KRW 35000은 35,000원, USD 1250은 12.50달러예요.
        없는 것은 null이에요. 비밀번호와 로그인 기록은 들어 있지 않아요.

        """
}
