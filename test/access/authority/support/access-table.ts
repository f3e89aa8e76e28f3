import { type ErrorCode, errorStatuses } from '@cairn/contract/errors/errors'
import type { Operation } from '@cairn/contract/registry/operation'
import { allOperations } from '@cairn/contract/registry/registry'
import { examples } from '../../../support/operations/examples.ts'

/**
 * The expected response to each caller, by the service document, sections 4 and 5, and the contract. A row is a kind of access, which
 * `test/support/operations` gives every operation, for a request about something of the owner's. After a slash:
 *
 *   own      about the caller's own goal or token, or that of the token's user
 *
 * or a single operation, with a request of its own in `variants.ts`. A cell is `ok`, the operation's declared success, or
 * a status, with a letter where several errors share it:
 */
const letters: Record<string, ErrorCode> = {
  '400g': 'invalid_goal_owner',
  '400m': 'member_not_found',
  '401': 'unauthorized',
  '401t': 'invalid_api_token',
  '403a': 'organization_admin_required',
  '403g': 'goal_owner_forbidden',
  '403i': 'owner_role_immutable',
  '403m': 'membership_not_found',
  '403n': 'invitation_not_pending',
  '400r': 'invalid_request',
  '403o': 'origin_not_allowed',
  '403p': 'permission_denied',
  '403s': 'insufficient_scope',
  '403w': 'organization_owner_required',
  '404g': 'goal_not_found',
  '404l': 'goal_label_not_found',
  '404e': 'session_not_found',
  '404m': 'organization_member_not_found',
  '404p': 'picture_not_found',
  '404t': 'api_token_not_found',
  '404w': 'webhook_not_found',
  '403v': 'goal_view_owner_required',
  '404v': 'goal_view_not_found',
  '404x': 'goal_template_not_found',
  '409o': 'sole_owner',
  '409c': 'goal_claim_lost',
  '404n': 'not_found',
  '404i': 'inbox_item_not_found',
  '404c': 'oauth_grant_not_found',
}

/** Browsers on the web origin. `stranger` is signed in and owns another organization. */
const browsers = `
access                              nobody stranger member admin owner
public                              ok     ok       ok     ok    ok
public-form                         ok     ok       ok     ok    ok
openid-provider                     404n   404n     404n   404n  404n
session                             401    ok       ok     ok    ok
membership                          401    403m     ok     ok    ok
member-picture                      401    404p     ok     ok    ok
administration                      401    ok       403a   ok    ok
member-role                         401    400m     403a   ok    ok
updateOrganizationMemberRole/owner  401    400m     403a   403i  403i
member-removal                      401    404m     403a   ok    ok
removeOrganizationMember/owner      401    404m     403a   409o  409o
ownership                           401    ok       ok     ok    ok
changeOrganizationOwner/stranger    401    400m     403w   403w  400m
deleteOrganization/misnamed         401    400r     403w   403w  400r
invitation                          401    403n     403a   ok    ok
webhook                             401    404w     403a   ok    ok
goal-view                           401    404v     403v   ok    ok
goal-template                       401    404x     403a   ok    ok
api-token                           401    404t     404t   404t  ok
api-token/own                       401    ok       ok     ok    ok
organization-api-token              401    404t     403a   ok    ok
oauth-grant                         401    404c     404c   404c  ok
oauth-grant/own                     401    ok       ok     ok    ok
own-session                         401    404e     404e   404e  ok
own-session/own                     401    ok       ok     ok    ok
me                                  401    ok       ok     ok    ok

list-goals                          401    ok       ok     ok    ok
create-goal                         401    ok       ok     ok    ok
createGoal/given                    401    400g     403g   ok    ok
continue-goal                       401    404g     403g   ok    ok
continue-goal/own                   401    ok       ok     ok    ok
read-goal                           401    404g     ok     ok    ok
read-goal/own                       401    ok       ok     ok    ok
change-goal                         401    404g     403p   ok    ok
change-goal/own                     401    ok       ok     ok    ok
renew-claim                         401    404g     403p   409c  ok
renew-claim/own                     401    ok       ok     ok    ok
release-claim                       401    404g     403p   ok    ok
release-claim/own                   401    ok       ok     ok    ok
acknowledge-report                  401    404g     ok     ok    ok
comment-goal                        401    404g     ok     ok    ok
comment-goal/own                    401    ok       ok     ok    ok
edit-comment                        401    404g     403p   403p  ok
edit-comment/own                    401    ok       ok     ok    ok
delete-comment                      401    404g     403p   ok    ok
delete-comment/own                  401    ok       ok     ok    ok
watch-goal                          401    404g     ok     ok    ok
request-report                      401    404g     ok     ok    ok
answer-question                     401    404g     403p   ok    ok
answer-question/own                 401    ok       ok     ok    ok
updateGoal/given                    401    400g     403g   ok    ok

list-events                         401    ok       ok     ok    ok

list-inbox                          401    ok       ok     ok    ok
inbox-item                          401    404i     404i   404i  ok
inbox-item/own                      401    ok       ok     ok    ok

list-members                        401    ok       ok     ok    ok

list-labels                         401    ok       ok     ok    ok
create-label                        401    ok       ok     ok    ok
read-label                          401    404l     ok     ok    ok
change-label                        401    404l     ok     ok    ok
`

/**
 * Programs: a token with one scope of a member, of an admin, and tokens with all scopes that no longer work. They send
 * neither Origin nor cookie. `gr` is goals:read, `gra` goals:read:all, `lw` labels:write, `in` inbox, `mr` members:read, `cw` comments:write and so on.
 */
const programs = `
access                             member:gr gw   gra  gwa  lr   lw   mr   cw   in   admin:gr gw   gra  gwa  mr   cw   former revoked expired mistyped
public                             ok        ok   ok   ok   ok   ok   ok   ok   ok   ok       ok   ok   ok   ok   ok   ok     ok      ok      ok
public-form                        403o      403o 403o 403o 403o 403o 403o 403o 403o 403o     403o 403o 403o 403o 403o 403o   403o    403o    403o
openid-provider                    404n      404n 404n 404n 404n 404n 404n 404n 404n 404n     404n 404n 404n 404n 404n 404n   404n    404n    404n
session                            401       401  401  401  401  401  401  401  401  401      401  401  401  401  401  401    401     401     401
membership                         401       401  401  401  401  401  401  401  401  401      401  401  401  401  401  401    401     401     401
member-picture                     401       401  401  401  401  401  401  401  401  401      401  401  401  401  401  401    401     401     401
administration                     401       401  401  401  401  401  401  401  401  401      401  401  401  401  401  401    401     401     401
member-role                        401       401  401  401  401  401  401  401  401  401      401  401  401  401  401  401    401     401     401
updateOrganizationMemberRole/owner 401       401  401  401  401  401  401  401  401  401      401  401  401  401  401  401    401     401     401
member-removal                     401       401  401  401  401  401  401  401  401  401      401  401  401  401  401  401    401     401     401
removeOrganizationMember/owner     401       401  401  401  401  401  401  401  401  401      401  401  401  401  401  401    401     401     401
ownership                          401       401  401  401  401  401  401  401  401  401      401  401  401  401  401  401    401     401     401
deleteOrganization/misnamed        401       401  401  401  401  401  401  401  401  401      401  401  401  401  401  401    401     401     401
changeOrganizationOwner/stranger   401       401  401  401  401  401  401  401  401  401      401  401  401  401  401  401    401     401     401
invitation                         401       401  401  401  401  401  401  401  401  401      401  401  401  401  401  401    401     401     401
goal-view                          401       401  401  401  401  401  401  401  401  401      401  401  401  401  401  401    401     401     401
goal-template                      401       401  401  401  401  401  401  401  401  401      401  401  401  401  401  401    401     401     401
webhook                            401       401  401  401  401  401  401  401  401  401      401  401  401  401  401  401    401     401     401
api-token                          401       401  401  401  401  401  401  401  401  401      401  401  401  401  401  401    401     401     401
api-token/own                      401       401  401  401  401  401  401  401  401  401      401  401  401  401  401  401    401     401     401
organization-api-token             401       401  401  401  401  401  401  401  401  401      401  401  401  401  401  401    401     401     401
oauth-grant                        401       401  401  401  401  401  401  401  401  401      401  401  401  401  401  401    401     401     401
oauth-grant/own                    401       401  401  401  401  401  401  401  401  401      401  401  401  401  401  401    401     401     401
own-session                        401       401  401  401  401  401  401  401  401  401      401  401  401  401  401  401    401     401     401
own-session/own                    401       401  401  401  401  401  401  401  401  401      401  401  401  401  401  401    401     401     401
me                                 ok        ok   ok   ok   ok   ok   ok   ok   ok   ok       ok   ok   ok   ok   ok   403p   401t    401t    401t

list-goals                         ok        403s ok   403s 403s 403s 403s 403s 403s ok       403s ok   403s 403s 403s 403p   401t    401t    401t
create-goal                        403s      ok   403s ok   403s 403s 403s 403s 403s 403s     ok   403s ok   403s 403s 403p   401t    401t    401t
createGoal/given                   403s      403g 403s 403g 403s 403s 403s 403s 403s 403s     403g 403s ok   403s 403s 403p   401t    401t    401t
continue-goal                      403s      404g 403s 404g 403s 403s 403s 403s 403s 403s     404g 403s ok   403s 403s 403p   401t    401t    401t
continue-goal/own                  403s      ok   403s ok   403s 403s 403s 403s 403s 403s     ok   403s ok   403s 403s 403p   401t    401t    401t
read-goal                          404g      403s ok   403s 403s 403s 403s 403s 403s 404g     403s ok   403s 403s 403s 403p   401t    401t    401t
read-goal/own                      ok        403s ok   403s 403s 403s 403s 403s 403s ok       403s ok   403s 403s 403s 403p   401t    401t    401t
change-goal                        403s      404g 403s 404g 403s 403s 403s 403s 403s 403s     404g 403s ok   403s 403s 403p   401t    401t    401t
change-goal/own                    403s      ok   403s ok   403s 403s 403s 403s 403s 403s     ok   403s ok   403s 403s 403p   401t    401t    401t
renew-claim                        403s      404g 403s 404g 403s 403s 403s 403s 403s 403s     404g 403s 409c 403s 403s 403p   401t    401t    401t
renew-claim/own                    403s      409c 403s 409c 403s 403s 403s 403s 403s 403s     409c 403s 409c 403s 403s 403p   401t    401t    401t
release-claim                      403s      404g 403s 404g 403s 403s 403s 403s 403s 403s     404g 403s 409c 403s 403s 403p   401t    401t    401t
release-claim/own                  403s      409c 403s 409c 403s 403s 403s 403s 403s 403s     409c 403s 409c 403s 403s 403p   401t    401t    401t
acknowledge-report                 401       401  401  401  401  401  401  401  401  401      401  401  401  401  401  401    401     401     401
comment-goal                       403s      403s 403s 403s 403s 403s 403s 404g 403s 403s     403s 403s 403s 403s 404g 403p   401t    401t    401t
comment-goal/own                   403s      403s 403s 403s 403s 403s 403s ok   403s 403s     403s 403s 403s 403s ok   403p   401t    401t    401t
edit-comment                       403s      403s 403s 403s 403s 403s 403s 404g 403s 403s     403s 403s 403s 403s 404g 403p   401t    401t    401t
edit-comment/own                   403s      403s 403s 403s 403s 403s 403s 403p 403s 403s     403s 403s 403s 403s 403p 403p   401t    401t    401t
delete-comment                     403s      403s 403s 403s 403s 403s 403s 404g 403s 403s     403s 403s 403s 403s 404g 403p   401t    401t    401t
delete-comment/own                 403s      403s 403s 403s 403s 403s 403s 403p 403s 403s     403s 403s 403s 403s 403p 403p   401t    401t    401t
watch-goal                         401       401  401  401  401  401  401  401  401  401      401  401  401  401  401  401    401     401     401
request-report                     401       401  401  401  401  401  401  401  401  401      401  401  401  401  401  401    401     401     401
answer-question                    401       401  401  401  401  401  401  401  401  401      401  401  401  401  401  401    401     401     401
answer-question/own                401       401  401  401  401  401  401  401  401  401      401  401  401  401  401  401    401     401     401
updateGoal/given                   403s      403g 403s 403g 403s 403s 403s 403s 403s 403s     403g 403s ok   403s 403s 403p   401t    401t    401t

list-events                        403s      403s ok   403s 403s 403s 403s 403s 403s 403s     403s ok   403s 403s 403s 403p   401t    401t    401t

list-inbox                         403s      403s 403s 403s 403s 403s 403s 403s ok   403s     403s 403s 403s 403s 403s 403p   401t    401t    401t
inbox-item                         403s      403s 403s 403s 403s 403s 403s 403s 404i 403s     403s 403s 403s 403s 403s 403p   401t    401t    401t
inbox-item/own                     403s      403s 403s 403s 403s 403s 403s 403s ok   403s     403s 403s 403s 403s 403s 403p   401t    401t    401t

list-members                       403s      403s 403s 403s 403s 403s ok   403s 403s 403s     403s 403s 403s ok   403s 403p   401t    401t    401t

list-labels                        403s      403s 403s 403s ok   403s 403s 403s 403s 403s     403s 403s 403s 403s 403s 403p   401t    401t    401t
create-label                       403s      403s 403s 403s 403s ok   403s 403s 403s 403s     403s 403s 403s 403s 403s 403p   401t    401t    401t
read-label                         403s      403s 403s 403s ok   403s 403s 403s 403s 403s     403s 403s 403s 403s 403s 403p   401t    401t    401t
change-label                       403s      403s 403s 403s 403s ok   403s 403s 403s 403s     403s 403s 403s 403s 403s 403p   401t    401t    401t
`

type Row = { name: string; cells: { column: string; text: string }[] }

/** A column without a role before its colon has the role of the column before. */
function columnsIn(heading: readonly string[]): string[] {
  let role = ''
  return heading.map((name) => {
    const [before, after] = name.split(':')
    if (after !== undefined) role = before ?? ''
    return after === undefined && !/^[gl]|^mr$|^in$|^cw$/.test(name) ? name : `${role}:${after ?? name}`
  })
}

function rowsIn(table: string): Row[] {
  const [heading = [], ...rows] = table
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(/ +/))
  const columns = columnsIn(heading.slice(1))
  return rows.map(([name = '', ...cells]) => {
    if (cells.length !== columns.length) throw new Error(`The row ${name} has ${cells.length} cells.`)
    return { name, cells: cells.map((text, index) => ({ column: columns[index] ?? '', text })) }
  })
}

/** Every row of both tables. */
export const rows: readonly Row[] = [...rowsIn(browsers), ...rowsIn(programs)]

export type Cell = {
  operation: Operation
  /** `own`, the name of a variant, or undefined for the plain example. */
  variant: string | undefined
  column: string
  status: number
  /** Undefined for a success. */
  code: ErrorCode | undefined
}

function cellOf(operation: Operation, variant: string | undefined, column: string, text: string): Cell {
  if (text === 'ok') return { operation, variant, column, status: operation.success.status, code: undefined }
  const code = letters[text]
  if (code === undefined) throw new Error(`The cell ${text} is not in the key.`)
  const status = Number.parseInt(text, 10)
  if (errorStatuses[code] !== status) throw new Error(`${code} is not a ${status}.`)
  return { operation, variant, column, status, code }
}

/** The response of every operation to every caller. */
export const cells: readonly Cell[] = allOperations.flatMap((operation) => {
  const { access } = examples[operation.id as keyof typeof examples]
  return rows.flatMap(({ name, cells }) => {
    const [subject, variant] = name.split('/')
    if (subject !== access && subject !== operation.id) return []
    return cells.map(({ column, text }) => cellOf(operation, variant, column, text))
  })
})
