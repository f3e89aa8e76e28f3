import { allOperations, isMutation, type Operation, requestPath } from '@cairn/contract'
import { type OperationId, operations } from '@cairn/contract/registry'
import type { ApiTokenScope } from '@cairn/contract/schemas/api-tokens'
import { describe, expect, it } from 'vitest'
import { allScopes, bearer, createToken, mistyped, removeMember } from '../support/people/api-tokens.ts'
import { createGoal } from '../support/people/goals.ts'
import { join } from '../support/people/invite.ts'
import { type Browser, signIn, signInAgain } from '../support/people/sign-in.ts'
import { createSend, type Exchange } from '../support/requests/exchange.ts'
import { createClock } from '../support/service/clock.ts'
import { startTestService } from '../support/service/service.ts'
import { stopAfterFile } from '../support/stop-after-file.ts'
import { type Cell, cells } from './support/matrix-table.ts'
import { requests, variants } from './support/requests.ts'
import { createWorld, type Member, type Role, roles } from './support/world.ts'

const clock = createClock()
/** Secrets of tokens, and whose they are, by the column of the table. */
const programs = new Map<string, { secret: string; user: Browser }>()

const scopes: Record<string, ApiTokenScope> = {
  gr: 'goals:read',
  gw: 'goals:write',
  gra: 'goals:read:all',
  gwa: 'goals:write:all',
  lr: 'labels:read',
  lw: 'labels:write',
}

const service = stopAfterFile(await startTestService({ clock: clock.read }))
const send = createSend(service)
const world = await createWorld(service)
const { owner, admin, member } = world
for (const [role, user] of Object.entries({ member, admin })) {
  for (const [name, scope] of Object.entries(scopes)) {
    const { secret } = await createToken(user, [scope])
    programs.set(`${role}:${name}`, { secret, user })
  }
}
const fay = await signIn(service, { email: 'fay@example.com', displayName: 'Fay' })
await join(owner, fay)
const former = await createToken(fay)
programs.set('former', { secret: former.secret, user: fay })
world.keep(`token of ${fay.userId}`, former.id)
world.keep(`goal of ${fay.userId}`, (await createGoal(fay)).id)
await removeMember(service, fay.userId, owner.organizationId)
const revoked = await createToken(member)
await member.api.revokeApiToken({ params: { tokenId: revoked.id } })
programs.set('revoked', { secret: revoked.secret, user: member })
programs.set('expired', { secret: (await createToken(member, allScopes, 1)).secret, user: member })
programs.set('mistyped', { secret: mistyped((await createToken(member)).secret), user: member })
clock.advance({ days: 1 })

const isRole = (column: string): column is Role => roles.some((role) => role === column)

function operationOf({ row }: Cell): Operation {
  const operation: Operation | undefined = operations[row.split('/')[0] as OperationId]
  if (!operation) throw new Error(`The registry has no operation for the row ${row}.`)
  return operation
}

/** Whose own goals and tokens the row is about; nobody's are the owner's. */
function callerOf({ column }: Cell): Browser {
  return programs.get(column)?.user ?? (isRole(column) ? world[column] : world.owner)
}

async function headersOf({ column, row }: Cell): Promise<Exchange['headers']> {
  const program = programs.get(column)
  if (program) return { origin: undefined, ...bearer(program.secret) }
  if (!isRole(column)) return {}
  const person = world[column]
  // Logging out ends a session that other cells need.
  const { cookie } =
    row === 'logout' ? await signInAgain(world.service, { ...person, displayName: '' }) : person
  return { cookie }
}

/** Takes the caller back to its organization, and makes what the operation was about anew. */
async function restore({ api, organizationId }: Partial<Member>): Promise<void> {
  world.renew()
  if (organizationId !== undefined) await api?.switchOrganization({ body: { organizationId } })
}

async function answerOf(cell: Cell) {
  const operation = operationOf(cell)
  const caller = callerOf(cell)
  const prepare = variants[cell.row as keyof typeof variants] ?? requests[cell.row as OperationId]
  const request = await prepare(world, caller)
  const answer = await send(operation.method, requestPath(operation, request), {
    body: request.body,
    headers: await headersOf(cell),
  })
  if (answer.status < 400 && isMutation(operation) && operation.credential !== 'none') await restore(caller)
  if (operation.id === 'verifyEmail' && answer.status === 200) world.renew()
  return answer
}

const rows = [...new Set(cells.map(({ row }) => row))]

describe.each(rows)('%s', (row) => {
  it.each(
    cells
      .filter((cell) => cell.row === row)
      .map((cell): [number, string, string, Cell] => [
        cell.status,
        cell.column,
        cell.code ? `: ${cell.code}` : '',
        cell,
      ]),
  )('%ss %s%s', async (status, _, __, cell) => {
    const { body, ...answer } = await answerOf(cell)
    expect({ status: answer.status, error: (body as { error?: string } | undefined)?.error }).toEqual({
      status,
      error: cell.code,
    })
  })
})

describe('the table', () => {
  it('has every operation of the registry, and no other', () => {
    const named = rows.filter((row) => !row.includes('/'))
    expect(named.toSorted()).toEqual(allOperations.map(({ id }) => id).toSorted())
    expect(rows.filter((row) => row.includes('/')).toSorted()).toEqual(Object.keys(variants).toSorted())
  })

  it('has every browser and every program in every row', () => {
    for (const row of rows) {
      const columns = cells.filter((cell) => cell.row === row).map(({ column }) => column)
      expect(columns, row).toEqual([
        'nobody',
        'stranger',
        'member',
        'admin',
        'owner',
        ...['gr', 'gw', 'gra', 'gwa', 'lr', 'lw'].map((scope) => `member:${scope}`),
        ...['gr', 'gw', 'gra', 'gwa'].map((scope) => `admin:${scope}`),
        'former',
        'revoked',
        'expired',
        'mistyped',
      ])
    }
  })
})
