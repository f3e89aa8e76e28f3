import type { TransactWriteItem } from '@aws-sdk/client-dynamodb'

/** One write of a transaction: its kind, and what `.params()` of an ElectroDB write makes. */
export type TransactionItem = { [Kind in keyof TransactWriteItem]?: object }
