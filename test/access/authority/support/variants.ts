import type { OperationId } from '@cairn/contract/registry/registry'
import type { ExampleRequest, Scene } from '../../../support/operations/example.ts'
import { requestOf } from '../../../support/operations/examples.ts'
import { password } from '../../../support/people/accounts.ts'
import { newGoal } from '../../../support/people/goals.ts'
import { giveAccount } from '../../../support/people/sessions.ts'

/** Requests that no example makes, by the name of their row in the access table. */
export const variants: Record<
  `${OperationId}/${string}`,
  (scene: Omit<Scene, 'whose'>) => ExampleRequest | Promise<ExampleRequest>
> = {
  'updateOrganizationMemberRole/owner': ({ world: { owner } }) => ({
    params: { userId: owner.userId },
    body: { role: 'member' },
  }),
  'removeOrganizationMember/owner': ({ world: { owner } }) => ({
    params: { userId: owner.userId },
    body: { reassignGoalsTo: null },
  }),
  'changeOrganizationOwner/stranger': async ({ world, caller }) => {
    await giveAccount(world.service, caller, password)
    return { body: { userId: 'email:nobody', password } }
  },
  'deleteOrganization/misnamed': () => ({ body: { name: 'Another name' } }),
  'createGoal/given': ({ world: { colleague } }) => ({ body: { ...newGoal, ownerUserId: colleague.userId } }),
  'updateGoal/given': async ({ world, caller }) => ({
    ...(await requestOf('updateGoal', world, { caller, whose: caller })),
    body: { ownerUserId: world.colleague.userId },
  }),
}
