import { generousRateLimits } from '../../../support/people/rate-limits.ts'
import { newcomer } from '../../../support/people/sessions.ts'
import { createWorld, type World } from '../../../support/people/world.ts'
import type { TestTable } from '../../../support/service/engine.ts'
import { startTestService, type TestService } from '../../../support/service/service.ts'
import type { FaultProxy, Lane } from './fault-proxy.ts'

/** A service on its own lane of the proxy, with its own people, so that its faults do not affect other lanes. */
export type LaneWorld = World<TestService> & { lane: Lane }

export async function createLaneWorld(proxy: FaultProxy, table: TestTable, name: string): Promise<LaneWorld> {
  const lane = proxy.lane(name)
  const service = await startTestService({
    table,
    endpoint: lane.endpoint,
    environment: { RATE_LIMITS: generousRateLimits, LOG_LEVEL: 'ERROR' },
  })
  return { ...(await createWorld(service, newcomer)), lane }
}
