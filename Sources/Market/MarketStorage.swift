/// All that the market keeps, in one place.
public typealias MarketStorage =
    ItemStorage & PhotoStorage & AccountStorage & SessionStorage & OrganiserStorage
    & SellingStorage & InterestStorage & ChangeCounting & ChangeAnnouncing

/// What an account keeps beside the market: lists, tasks, memos, their trash and reminders.
public typealias OrganiserStorage =
    TaskListStorage & TodoStorage & MemoStorage & DeletionStorage & ReminderStorage
