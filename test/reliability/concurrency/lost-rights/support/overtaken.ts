import { type Operation, requestPath } from '@cairn/contract'
import type { OperationId, operations } from '@cairn/contract/registry/registry'
import { afterEach, expect } from 'vitest'
import { handleChanges } from '../../../../background/due/support/deletion.ts'
import { createSweeper } from '../../../../background/due/support/sweeper.ts'
import { findingsIn } from '../../../../background/due/support/team.ts'
import type { ExampleRequest } from '../../../../support/operations/example.ts'
import { createSend, type HttpResponse } from '../../../../support/requests/exchange.ts'
import { recordCalls } from '../../../../support/service/call-recorder.ts'
import { createTestTable } from '../../../../support/service/engine.ts'
import type { EngineCall } from '../../../../support/service/engine-call.ts'
import { holdWrites } from '../../../../support/service/hold-writes.ts'
import { startTestService } from '../../../../support/service/service.ts'
import { stopAfterFile } from '../../../../support/stop-after-file.ts'
import { readTable } from '../../../../support/table/read-table.ts'

export type Mutation = {
  [Id in OperationId]: (typeof operations)[Id]['method'] extends 'GET' ? never : Id
}[OperationId]
export type OfSession = {
  [Id in Mutation]: (typeof operations)[Id]['credential'] extends 'session' ? Id : never
}[Mutation]

/** Operations on what is the caller's own, whatever happens in an organization. */
export type OfAccount =
  | 'deletePicture'
  | 'setPicture'
  | 'acceptOrganizationInvitation'
  | 'changeEmail'
  | 'changePassword'
  | 'createOrganization'
  | 'deleteAccount'
  | 'endOAuthGrant'
  | 'endOtherSessions'
  | 'endSession'
  | 'updateNotificationPreferences'
  | 'updateProfile'

/** Starts a service twice, on one table: what a test sends to one of them overtakes what it has sent to the other. */
export async function startOvertaken() {
  const table = stopAfterFile(await createTestTable())
  const recorder = recordCalls(table, { quietMilliseconds: 0 })
  const environment = { RATE_LIMITS: 'off' }
  const service = stopAfterFile(await startTestService({ table, background: false, environment }))
  const slow = stopAfterFile(
    await startTestService({
      table,
      attach: recorder.attach,
      environment: { ...environment, WEB_ORIGIN: service.origin },
    }),
  )
  const slowly = createSend(slow, { webOrigin: service.origin })
  afterEach(() => recorder.setHold(undefined))

  /**
   * Sends a request, lets `change` happen before its write, and returns the response. Refused, it has written nothing.
   *
   * @param isHeld  The call that waits for the change instead of the write.
   */
  async function overtaken(
    operation: Operation,
    request: ExampleRequest,
    cookie: string,
    change: () => Promise<unknown>,
    isHeld?: (call: EngineCall) => boolean,
  ): Promise<HttpResponse> {
    const held = holdWrites(recorder, isHeld)
    const late = slowly(operation.method, requestPath(operation, request), {
      body: request.body,
      headers: { cookie: request.cookie ?? cookie },
    })
    await Promise.race([held.arrived, late.then(() => Promise.reject(new Error('It wrote nothing.')))])
    await change()
    const before = await readTable(table.database)
    held.release()
    const response = await late
    if (response.status >= 400) expect(await readTable(table.database)).toEqual(before)
    return response
  }

  /** Does everything that follows from deletions and removals, which leave nothing that contradicts them. */
  async function finish(): Promise<void> {
    const sweeper = createSweeper(table.database)
    for (const minutes of [2, 5, 8, 11]) {
      await handleChanges(table.database, () => new Date())
      await sweeper.sweep(new Date(Date.now() + minutes * 60_000))
    }
    expect(sweeper.errors).toEqual([])
    expect(await findingsIn(table.database)).toEqual([])
  }

  return { service, database: table.database, overtaken, finish }
}

/** `ok` or the status with the code. */
export const outcomeIn = ({ status, body }: HttpResponse): string =>
  status < 400 ? 'ok' : `${status} ${(body as { error: string }).error}`
