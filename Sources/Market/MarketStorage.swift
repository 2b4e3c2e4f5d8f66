/// All that the market keeps, in one place.
public typealias MarketStorage = ItemStorage & PhotoStorage & ChangeCounting
