import type { EngineCall } from '../../support/service/engine-proxy.ts'
import type { LaneFault } from './fault-proxy.ts'

export type FaultKind = {
  fault: LaneFault
  /** Whether the database can do this to such a call at all. */
  meets: (call: EngineCall) => boolean
  /** Not worth meeting at every call: each is answered in the end. */
  passes?: boolean
}

const anyCall = () => true
const writes = new Set(['TransactWriteItems', 'PutItem', 'UpdateItem', 'DeleteItem'])

/** Every kind of fault. */
export const faultKinds: Record<string, FaultKind> = {
  'a delay': { fault: { delayMilliseconds: 150 }, meets: anyCall, passes: true },
  throttling: { fault: 'throttle', meets: anyCall },
  'status 500': { fault: 'status500', meets: anyCall },
  // DynamoDB reports conflicts between transactions, and between a transaction and a single write.
  'a transaction conflict': {
    fault: 'transactionConflict',
    meets: ({ operation }) => writes.has(operation),
  },
  'a hang': { fault: 'hang', meets: anyCall },
  'a dropped connection': { fault: 'dropConnection', meets: anyCall },
  // Whoever reads cannot tell a dropped answer from a dropped connection.
  'a dropped answer': { fault: 'dropAnswer', meets: ({ operation }) => writes.has(operation) },
  'a dropped answer and a forgotten token': {
    fault: 'forgottenAnswer',
    meets: ({ operation }) => operation === 'TransactWriteItems',
  },
  'a stale index': {
    fault: 'staleIndex',
    meets: ({ operation, body }) => operation === 'Query' && body.IndexName !== undefined,
  },
}
