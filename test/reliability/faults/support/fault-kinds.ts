import type { EngineCall } from '../../../support/service/engine-call.ts'
import type { LaneFault } from './fault-proxy.ts'

export type FaultKind = {
  fault: LaneFault
  /** Whether the fault can occur at this call. */
  meets: (call: EngineCall) => boolean
  /** Every call succeeds in the end, so the fault is not repeated at all later calls. */
  isTransient?: boolean
}

const anyCall = () => true
const writes = new Set(['TransactWriteItems', 'PutItem', 'UpdateItem', 'DeleteItem'])

export const faultKinds: Record<string, FaultKind> = {
  'a delay': { fault: { delayMilliseconds: 150 }, meets: anyCall, isTransient: true },
  throttling: { fault: 'throttle', meets: anyCall },
  'status 500': { fault: 'status500', meets: anyCall },
  // DynamoDB reports conflicts between transactions, and between a transaction and a single write.
  'a transaction conflict': {
    fault: 'transactionConflict',
    meets: ({ operation }) => writes.has(operation),
  },
  'a hang': { fault: 'hang', meets: anyCall },
  'a dropped connection': { fault: 'dropConnection', meets: anyCall },
  // For a read, a dropped response is the same as a dropped connection.
  'a dropped response': { fault: 'dropAnswer', meets: ({ operation }) => writes.has(operation) },
  'a dropped response and a forgotten token': {
    fault: 'forgottenResponse',
    meets: ({ operation }) => operation === 'TransactWriteItems',
  },
  'a stale index': {
    fault: 'staleIndex',
    meets: ({ operation, body }) => operation === 'Query' && body.IndexName !== undefined,
  },
}
