import Market
import Testing

private let noon = Timestamp(seconds: 1_795_230_000)

/// When reminders come due.
struct ReminderTests {
    private func dateDue(_ subject: Reminder.Subject) -> Timestamp {
        Reminder(subject: subject, title: "의자", date: noon, dateModified: noon, item: nil).dateDue
    }

    @Test func anAppointmentComesDueHalfAnHourBeforeItsTime() {
        #expect(dateDue(.appointment(1)) == noon + -1_800)
        #expect(Reminder.lastAppointment(dueAt: noon + -1_800) == noon)
    }

    @Test func ownRemindersComeDueAtTheirTime() {
        #expect(dateDue(.todo(1)) == noon)
        #expect(dateDue(.memo(1)) == noon)
    }

    @Test func everythingIsDueByTheLastMoment() {
        let last = Timestamp(seconds: .max)
        #expect(Reminder.lastAppointment(dueAt: last) == last)
    }
}
