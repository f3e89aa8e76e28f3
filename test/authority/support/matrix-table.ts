import { type ErrorCode, errorStatuses } from '@cairn/contract/errors'

/**
 * Who is answered what, by the service document, sections 4 and 5, and the contract. A row is an operation, asked about
 * something of the owner's; after a slash, asked about something else:
 *
 *   own      the caller's own goal or token, or that of the token's user
 *   given    a goal that is given to another member
 *   owner    the owner's role
 *
 * A cell is a status, with a letter where it could be one of several errors:
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
  '403o': 'origin_not_allowed',
  '403p': 'permission_denied',
  '403s': 'insufficient_scope',
  '404g': 'goal_not_found',
  '404l': 'goal_label_not_found',
  '404t': 'api_token_not_found',
}

/** Browsers on the web origin. `stranger` is signed in and owns another organization. */
const browsers = `
operation                           nobody stranger member admin owner
getHealth                           200    200      200    200   200
getAuthConfiguration                200    200      200    200   200
getAuthSession                      401    200      200    200   200
startLogin                          302    302      302    302   302
login                               200    200      200    200   200
register                            202    202      202    202   202
previewEmailVerification            200    200      200    200   200
verifyEmail                         200    200      200    200   200
completeLogin                       302    302      302    302   302
logout                              200    200      200    200   200

getOrganizationContext              401    200      200    200   200
createOrganization                  401    201      201    201   201
switchOrganization                  401    403m     200    200   200
updateOrganization                  401    200      403a   200   200
listOrganizationMembers             401    200      200    200   200
updateOrganizationMemberRole        401    400m     403a   200   200
updateOrganizationMemberRole/owner  401    400m     403a   403i  403i

listOrganizationInvitations         401    200      200    200   200
createOrganizationInvitation        401    201      403a   201   201
revokeOrganizationInvitation        401    403n     403a   204   204
resendOrganizationInvitation        401    403n     403a   200   200
acceptOrganizationInvitation        401    200      200    200   200

listApiTokens                       401    200      200    200   200
createApiToken                      401    201      201    201   201
listApiTokenScopes                  200    200      200    200   200
revokeApiToken                      401    404t     404t   404t  200
revokeApiToken/own                  401    200      200    200   200

listGoals                           401    200      200    200   200
createGoal                          401    201      201    201   201
createGoal/given                    401    400g     403g   201   201
getGoal                             401    404g     200    200   200
getGoal/own                         401    200      200    200   200
updateGoal                          401    404g     403p   200   200
updateGoal/own                      401    200      200    200   200
updateGoal/given                    401    400g     403g   200   200
deleteGoal                          401    404g     403p   204   204
deleteGoal/own                      401    204      204    204   204
listGoalUpdates                     401    404g     200    200   200
listGoalUpdates/own                 401    200      200    200   200
createGoalUpdate                    401    404g     403p   201   201
createGoalUpdate/own                401    201      201    201   201

listGoalLabels                      401    200      200    200   200
createGoalLabel                     401    201      201    201   201
getGoalLabel                        401    404l     200    200   200
updateGoalLabel                     401    404l     200    200   200
deleteGoalLabel                     401    404l     204    204   204
`

/**
 * Programs: a token with one scope of a member, of an admin, and tokens with all scopes that are no good any more. They
 * send neither Origin nor cookie. `gr` is goals:read, `gra` goals:read:all, `lw` labels:write and so on.
 */
const programs = `
operation                           member:gr gw   gra  gwa  lr   lw   admin:gr gw   gra  gwa  former revoked expired mistyped
getHealth                           200       200  200  200  200  200  200      200  200  200  200    200     200     200
getAuthConfiguration                200       200  200  200  200  200  200      200  200  200  200    200     200     200
getAuthSession                      401       401  401  401  401  401  401      401  401  401  401    401     401     401
startLogin                          302       302  302  302  302  302  302      302  302  302  302    302     302     302
login                               403o      403o 403o 403o 403o 403o 403o     403o 403o 403o 403o   403o    403o    403o
register                            403o      403o 403o 403o 403o 403o 403o     403o 403o 403o 403o   403o    403o    403o
previewEmailVerification            403o      403o 403o 403o 403o 403o 403o     403o 403o 403o 403o   403o    403o    403o
verifyEmail                         403o      403o 403o 403o 403o 403o 403o     403o 403o 403o 403o   403o    403o    403o
completeLogin                       302       302  302  302  302  302  302      302  302  302  302    302     302     302
logout                              403o      403o 403o 403o 403o 403o 403o     403o 403o 403o 403o   403o    403o    403o

getOrganizationContext              401       401  401  401  401  401  401      401  401  401  401    401     401     401
createOrganization                  401       401  401  401  401  401  401      401  401  401  401    401     401     401
switchOrganization                  401       401  401  401  401  401  401      401  401  401  401    401     401     401
updateOrganization                  401       401  401  401  401  401  401      401  401  401  401    401     401     401
listOrganizationMembers             401       401  401  401  401  401  401      401  401  401  401    401     401     401
updateOrganizationMemberRole        401       401  401  401  401  401  401      401  401  401  401    401     401     401
updateOrganizationMemberRole/owner  401       401  401  401  401  401  401      401  401  401  401    401     401     401

listOrganizationInvitations         401       401  401  401  401  401  401      401  401  401  401    401     401     401
createOrganizationInvitation        401       401  401  401  401  401  401      401  401  401  401    401     401     401
revokeOrganizationInvitation        401       401  401  401  401  401  401      401  401  401  401    401     401     401
resendOrganizationInvitation        401       401  401  401  401  401  401      401  401  401  401    401     401     401
acceptOrganizationInvitation        401       401  401  401  401  401  401      401  401  401  401    401     401     401

listApiTokens                       401       401  401  401  401  401  401      401  401  401  401    401     401     401
createApiToken                      401       401  401  401  401  401  401      401  401  401  401    401     401     401
listApiTokenScopes                  200       200  200  200  200  200  200      200  200  200  200    200     200     200
revokeApiToken                      401       401  401  401  401  401  401      401  401  401  401    401     401     401
revokeApiToken/own                  401       401  401  401  401  401  401      401  401  401  401    401     401     401

listGoals                           200       403s 200  403s 403s 403s 200      403s 200  403s 403p   401t    401t    401t
createGoal                          403s      201  403s 201  403s 403s 403s     201  403s 201  403p   401t    401t    401t
createGoal/given                    403s      403g 403s 403g 403s 403s 403s     403g 403s 201  403p   401t    401t    401t
getGoal                             404g      403s 200  403s 403s 403s 404g     403s 200  403s 403p   401t    401t    401t
getGoal/own                         200       403s 200  403s 403s 403s 200      403s 200  403s 403p   401t    401t    401t
updateGoal                          403s      404g 403s 404g 403s 403s 403s     404g 403s 200  403p   401t    401t    401t
updateGoal/own                      403s      200  403s 200  403s 403s 403s     200  403s 200  403p   401t    401t    401t
updateGoal/given                    403s      403g 403s 403g 403s 403s 403s     403g 403s 200  403p   401t    401t    401t
deleteGoal                          403s      404g 403s 404g 403s 403s 403s     404g 403s 204  403p   401t    401t    401t
deleteGoal/own                      403s      204  403s 204  403s 403s 403s     204  403s 204  403p   401t    401t    401t
listGoalUpdates                     404g      403s 200  403s 403s 403s 404g     403s 200  403s 403p   401t    401t    401t
listGoalUpdates/own                 200       403s 200  403s 403s 403s 200      403s 200  403s 403p   401t    401t    401t
createGoalUpdate                    403s      404g 403s 404g 403s 403s 403s     404g 403s 201  403p   401t    401t    401t
createGoalUpdate/own                403s      201  403s 201  403s 403s 403s     201  403s 201  403p   401t    401t    401t

listGoalLabels                      403s      403s 403s 403s 200  403s 403s     403s 403s 403s 403p   401t    401t    401t
createGoalLabel                     403s      403s 403s 403s 403s 201  403s     403s 403s 403s 403p   401t    401t    401t
getGoalLabel                        403s      403s 403s 403s 200  403s 403s     403s 403s 403s 403p   401t    401t    401t
updateGoalLabel                     403s      403s 403s 403s 403s 200  403s     403s 403s 403s 403p   401t    401t    401t
deleteGoalLabel                     403s      403s 403s 403s 403s 204  403s     403s 403s 403s 403p   401t    401t    401t
`

export type Cell = {
  row: string
  column: string
  status: number
  /** Undefined for a success. */
  code: ErrorCode | undefined
}

/** A column whose heading has no role before its colon has that of the column before. */
function columnsIn(heading: readonly string[]): string[] {
  let role = ''
  return heading.map((name) => {
    const [before, after] = name.split(':')
    if (after !== undefined) role = before ?? ''
    return after === undefined && !/^g|^l/.test(name) ? name : `${role}:${after ?? name}`
  })
}

function cellsIn(table: string): Cell[] {
  const [heading = [], ...rows] = table
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(/ +/))
  const columns = columnsIn(heading.slice(1))
  return rows.flatMap(([row = '', ...cells]) => {
    if (cells.length !== columns.length) throw new Error(`The row ${row} has ${cells.length} cells.`)
    return cells.map((cell, index) => cellOf(row, columns[index] ?? '', cell))
  })
}

function cellOf(row: string, column: string, text: string): Cell {
  const code = letters[text]
  const status = Number.parseInt(text, 10)
  if (code === undefined && !/^[23]\d\d$/.test(text)) throw new Error(`The cell ${text} means nothing.`)
  if (code !== undefined && errorStatuses[code] !== status) throw new Error(`${code} is no ${status}.`)
  return { row, column, status, code }
}

/** Every cell of both tables. */
export const cells: readonly Cell[] = [...cellsIn(browsers), ...cellsIn(programs)]
