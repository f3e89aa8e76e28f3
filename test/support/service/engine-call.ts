/** A call of the database, as a proxy or a recorder sees it. */
export type EngineCall = {
  /** From 0, in order of arrival since the last `reset`. */
  index: number
  /** From 1: the round trip that the call belongs to. */
  wave: number
  /** `GetItem`, `TransactWriteItems` and so on. */
  operation: string
  /** The request, in DynamoDB's JSON. */
  body: Record<string, unknown>
  /** Whether the caller has closed the connection without a response. */
  isGivenUp?: boolean
  /** The status of the engine's response, once there is one. */
  engineStatus?: number
}

/** The operations of calls, in order. Leaves out attempts that a caller on a slow machine gave up, and repeated. */
export const operationsOf = (calls: readonly EngineCall[]): string[] =>
  calls.filter(({ isGivenUp }) => !isGivenUp).map(({ operation }) => operation)
