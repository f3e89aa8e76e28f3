import type { OperationId } from '@cairn/contract/registry'
import type { ExampleRequest, Scene } from '../../support/operations/example.ts'
import { requestOf } from '../../support/operations/examples.ts'
import { newGoal } from '../../support/people/goals.ts'

/** Requests that no example makes, by the name of their row in the access table. */
export const variants: Record<
  `${OperationId}/${string}`,
  (scene: Omit<Scene, 'whose'>) => ExampleRequest | Promise<ExampleRequest>
> = {
  'updateOrganizationMemberRole/owner': ({ world: { owner } }) => ({
    params: { userId: owner.userId },
    body: { role: 'member' },
  }),
  'createGoal/given': ({ world: { colleague } }) => ({ body: { ...newGoal, ownerUserId: colleague.userId } }),
  'updateGoal/given': async ({ world, caller }) => ({
    ...(await requestOf('updateGoal', world, { caller, whose: caller })),
    body: { ownerUserId: world.colleague.userId },
  }),
}
