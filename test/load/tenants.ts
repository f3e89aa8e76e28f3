import { randomBytes } from 'node:crypto'
import type { Account } from './account.ts'

/** An organization of the load. */
export type Tenant = { organizationId: string; name: string; secret: string; goalIds: string[] }

const goalsPerTenant = 5

/** Creates an organization with a token and goals. The name says what it is, should it be left behind. */
export async function createTenant({ api }: Account, created: Tenant[]): Promise<Tenant> {
  const name = `Load ${randomBytes(4).toString('hex')}`
  const { activeOrganizationId: organizationId } = await api.createOrganization({ body: { name } })
  const tenant: Tenant = { organizationId, name, secret: '', goalIds: [] }
  // Known before anything else can fail, so that it is deleted.
  created.push(tenant)
  const { secret } = await api.createApiToken({
    body: { name: 'Load', scopes: ['goals:read', 'goals:read:all', 'goals:write', 'goals:write:all'] },
  })
  tenant.secret = secret
  for (let number = 1; number <= goalsPerTenant; number++) {
    const { goal } = await api.createGoal({
      body: {
        title: `Goal ${number}`,
        detailedDescription:
          'Plant a hundred trees along the river, and water them in the first two summers.',
        timeframe: { kind: 'continuous' },
      },
    })
    tenant.goalIds.push(goal.id)
  }
  return tenant
}

/** Deletes organizations of the load. Returns the names of those that it could not delete. */
export async function deleteTenants({ api }: Account, tenants: readonly Tenant[]): Promise<string[]> {
  const left: string[] = []
  for (const { organizationId, name } of tenants) {
    try {
      await api.switchOrganization({ body: { organizationId } })
      await api.deleteOrganization({ body: { name } })
    } catch {
      left.push(name)
    }
  }
  return left
}
