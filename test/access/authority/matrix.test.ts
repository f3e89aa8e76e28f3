import { isMutation, requestPath } from '@cairn/contract'
import type { OperationId } from '@cairn/contract/registry/registry'
import { describe, expect, it } from 'vitest'
import type { ExampleRequest } from '../../support/operations/example.ts'
import { examples, requestOf } from '../../support/operations/examples.ts'
import { allScopes, bearer, createToken, mistyped, removeMember } from '../../support/people/api-tokens.ts'
import { createGoal } from '../../support/people/goals.ts'
import { join } from '../../support/people/invite.ts'
import { type Browser, signIn } from '../../support/people/sign-in.ts'
import { createWorld, type Role, restore, roles } from '../../support/people/world.ts'
import { createSend, type Exchange } from '../../support/requests/exchange.ts'
import { createClock } from '../../support/service/clock.ts'
import { startTestService } from '../../support/service/service.ts'
import { stopAfterFile } from '../../support/stop-after-file.ts'
import { type Cell, cells, rows } from './support/access-table.ts'
import { scopesByAbbreviation } from './support/scopes.ts'
import { variants } from './support/variants.ts'

const clock = createClock()
/** Secrets of tokens and their users, by the column of the table. */
const programs = new Map<string, { secret: string; user: Browser }>()

const service = stopAfterFile(await startTestService({ clock: clock.read }))
const send = createSend(service)
const world = await createWorld(service)
const { owner, admin, member } = world
for (const [role, user] of Object.entries({ member, admin })) {
  for (const [name, scope] of Object.entries(scopesByAbbreviation)) {
    const { secret } = await createToken(user, [scope])
    programs.set(`${role}:${name}`, { secret, user })
  }
}
const fay = await signIn(service, { email: 'fay@example.com', displayName: 'Fay' })
await join(owner, fay)
const former = await createToken(fay)
programs.set('former', { secret: former.secret, user: fay })
world.keep(`token of ${fay.userId}`, former.id)
const { id: formerGoalId } = await createGoal(fay)
world.keep(`goal of ${fay.userId}`, formerGoalId)
const { question: formerQuestion } = await fay.api.askQuestion({
  params: { goalId: formerGoalId },
  body: { text: 'More trees?', options: ['Yes', 'No'] },
})
world.keep(`question of ${fay.userId}`, formerQuestion.id)
const { comment: formerComment } = await fay.api.createGoalComment({
  params: { goalId: formerGoalId },
  body: { text: 'It rains.' },
})
world.keep(`comment of ${fay.userId}`, formerComment.id)
await removeMember(service, fay.userId, owner.organizationId)
const revoked = await createToken(member)
await member.api.revokeApiToken({ params: { tokenId: revoked.id } })
programs.set('revoked', { secret: revoked.secret, user: member })
programs.set('expired', {
  secret: (await createToken(member, allScopes, { expiresInDays: 1 })).secret,
  user: member,
})
programs.set('mistyped', { secret: mistyped((await createToken(member)).secret), user: member })
clock.advance({ days: 1 })

const isRole = (column: string): column is Role => roles.some((role) => role === column)

/** The person whose goals and tokens the row is about; those of nobody are the owner's. */
function callerOf({ column }: Cell): Browser {
  return programs.get(column)?.user ?? (isRole(column) ? world[column] : world.owner)
}

function headersOf({ column }: Cell, { cookie }: ExampleRequest): Exchange['headers'] {
  const program = programs.get(column)
  if (program) return { origin: undefined, ...bearer(program.secret) }
  return isRole(column) ? { cookie: cookie ?? world[column].cookie } : {}
}

function prepare(cell: Cell): ExampleRequest | Promise<ExampleRequest> {
  const { operation, variant } = cell
  const caller = callerOf(cell)
  const special = variants[`${operation.id as OperationId}/${variant}`]
  if (special) return special({ world, caller })
  return requestOf(operation.id, world, { caller, ...(variant === 'own' && { whose: caller }) })
}

async function responseTo(cell: Cell) {
  const { operation } = cell
  const request = await prepare(cell)
  const response = await send(operation.method, requestPath(operation, request), {
    body: request.body,
    headers: headersOf(cell, request),
  })
  if (response.status < 400 && isMutation(operation)) {
    if (isRole(cell.column) && operation.credential !== 'none') await restore(world, world[cell.column])
    else world.renew()
  }
  return response
}

const titleOf = ({ operation, variant }: Cell) => [operation.id, variant].filter(Boolean).join('/')

describe.each([...Map.groupBy(cells, titleOf)])('%s', (_, row) => {
  it.each(row)('$status for $column $code', async (cell) => {
    const { body, status } = await responseTo(cell)
    const { error } = (body ?? {}) as { error?: string }
    expect({ status, error }).toEqual({ status: cell.status, error: cell.code })
  })
})

describe('the access table', () => {
  it('has a row for every kind of access and every variant, and no other', () => {
    const kinds = new Set(Object.values(examples).map(({ access }) => access))
    const named = new Set(rows.map(({ name }) => name).filter((name) => !name.endsWith('/own')))
    expect([...named].toSorted()).toEqual([...kinds, ...Object.keys(variants)].toSorted())
  })

  it('has every browser and every program for every operation', () => {
    for (const [title, row] of Map.groupBy(cells, titleOf)) {
      expect(
        row.map(({ column }) => column),
        title,
      ).toEqual([
        'nobody',
        'stranger',
        'member',
        'admin',
        'owner',
        ...['gr', 'gw', 'gra', 'gwa', 'lr', 'lw', 'mr', 'cw', 'in'].map((scope) => `member:${scope}`),
        ...['gr', 'gw', 'gra', 'gwa', 'mr', 'cw'].map((scope) => `admin:${scope}`),
        'former',
        'revoked',
        'expired',
        'mistyped',
      ])
    }
  })
})
