import type { TransactWriteItem } from '@aws-sdk/client-dynamodb'

/** One write of a transaction: its kind, and the input of the SDK's command of that kind (`../table/entity/writes.ts`). */
export type TransactionItem = { [Kind in keyof TransactWriteItem]?: object }
