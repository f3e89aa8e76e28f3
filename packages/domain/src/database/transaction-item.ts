import type { TransactWriteItem } from '@aws-sdk/client-dynamodb'

/** One write of a transaction: its kind, and the result of `.params()` of an ElectroDB write. */
export type TransactionItem = { [Kind in keyof TransactWriteItem]?: object }
