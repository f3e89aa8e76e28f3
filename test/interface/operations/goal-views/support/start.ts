import type { GoalView } from '@cairn/contract/schemas/goal-views'
import { join, type Person } from '../../../../support/people/invite.ts'
import { startWithAda } from '../../../../support/people/start-with-ada.ts'
import type { TestServiceOptions } from '../../../../support/service/service.ts'

/** Ada owns an organization, Bob is an admin of it, Cem a member, and Sam owns another one. */
export async function startViews(options?: TestServiceOptions) {
  const started = await startWithAda(options)
  const { ada, signInAs } = started
  const [bob, cem, sam] = [await signInAs('Bob'), await signInAs('Cem'), await signInAs('Sam')]
  const organizationId = await join(ada, bob, 'admin')
  await join(ada, cem)
  return { ...started, bob, cem, sam, organizationId }
}

type Fields = Partial<Parameters<Person['api']['createGoalView']>[0]['body']>

export async function saveView(by: Person, fields: Fields = {}): Promise<GoalView> {
  const body = { name: 'Late and mine', query: 'owner=me&attention=report_late', ...fields }
  return (await by.api.createGoalView({ body })).goalView
}

export const viewsOf = async ({ api }: Person): Promise<GoalView[]> => (await api.listGoalViews()).goalViews

export const paramsOf = ({ id }: GoalView) => ({ params: { goalViewId: id } })
