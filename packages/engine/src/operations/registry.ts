import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  CreateTableCommand,
  DeleteItemCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  QueryCommand as DocumentQueryCommand,
  ScanCommand as DocumentScanCommand,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import type { Call } from './call.ts'
import { batchGetItem } from './read/batch-get-item.ts'
import { getItem } from './read/get-item.ts'
import { query } from './read/query.ts'
import { scan } from './read/scan.ts'
import { createTable, deleteTable, describeTable } from './table/tables.ts'
import { describeTimeToLive, updateTimeToLive } from './table/time-to-live.ts'
import { batchWriteItem } from './write/batch-write-item.ts'
import { transactWriteItems } from './write/transact-write-items.ts'
import { deleteItem, putItem, updateItem } from './write/write-item.ts'

export type Operation = (call: Call, input: never) => object | Promise<object>

type CommandClass = abstract new (...parameters: never[]) => unknown

/** By the SDK's command, of `DynamoDBClient`. */
export const attributeOperations: ReadonlyMap<unknown, Operation> = new Map<CommandClass, Operation>([
  [BatchGetItemCommand, batchGetItem],
  [BatchWriteItemCommand, batchWriteItem],
  [CreateTableCommand, createTable],
  [DeleteItemCommand, deleteItem],
  [DeleteTableCommand, deleteTable],
  [DescribeTableCommand, describeTable],
  [DescribeTimeToLiveCommand, describeTimeToLive],
  [GetItemCommand, getItem],
  [PutItemCommand, putItem],
  [QueryCommand, query],
  [ScanCommand, scan],
  [TransactWriteItemsCommand, transactWriteItems],
  [UpdateItemCommand, updateItem],
  [UpdateTimeToLiveCommand, updateTimeToLive],
])

/** By the SDK's command, of `DynamoDBDocumentClient`. */
export const documentOperations: ReadonlyMap<unknown, Operation> = new Map<CommandClass, Operation>([
  [BatchGetCommand, batchGetItem],
  [BatchWriteCommand, batchWriteItem],
  [DeleteCommand, deleteItem],
  [DocumentQueryCommand, query],
  [DocumentScanCommand, scan],
  [GetCommand, getItem],
  [PutCommand, putItem],
  [TransactWriteCommand, transactWriteItems],
  [UpdateCommand, updateItem],
])
