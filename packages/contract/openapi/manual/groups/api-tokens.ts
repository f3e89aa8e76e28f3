import { ids, tokenSecret } from '../examples.ts'
import type { GroupTexts } from './group-texts.ts'

export const apiTokensTexts: GroupTexts<'api-tokens'> = {
  operations: {
    listApiTokens: `Returns the user's tokens of the organization that are neither revoked nor expired, newest first. Secrets are never listed: the service knows only their hashes.`,
    createApiToken: `Creates a token for a program. It acts for the user, in this organization only, and can never do more than the user: when the user leaves the organization or gets another role, that holds for the token at once.

The secret is in this response and nowhere else. It starts with \`cairn_\`, so that scanners find it in a repository. Give a token the scopes that its program needs, and no more; \`goalIds\` limits it to some goals, for an agent that works on one: every other goal is \`goal_not_found\`, and it can neither publish goals nor change labels. \`kind\` says in the history whether a program or an agent acted. It expires after \`expiresInDays\`, 90 by default and 365 at most. Owners and admins see the token in the list of the organization, and the audit log names it.

Because the response has a secret, a repetition with the same \`Idempotency-Key\` is \`idempotency_secret_gone\` with the id of the token, whose secret can be rotated.`,
    listApiTokenScopes:
      'Returns all scopes with what they are called and what they allow, for a form that creates tokens.',
    revokeApiToken: `Revokes one of the user's tokens. The next request with it is \`invalid_api_token\`. Revoking a token that is revoked is \`api_token_not_found\`.`,
    rotateApiToken: `Gives one of the user's tokens a new secret. Id, name, scopes and expiry stay. Earlier secrets work for \`overlapHours\` more, at most 168, so that programs can change without a gap; 0 ends them at once.

The secret is in this response and nowhere else. If the response is lost, rotate again.`,
    listOrganizationApiTokens: `Returns the active tokens of everybody in the organization, newest first, with the user each acts for. For owners and admins. Nobody sees secrets.`,
    revokeOrganizationApiToken: `Revokes a token of any member, with effect for its next request. For owners and admins. The audit log names who did it.`,
  },
  fields: {
    'CreateApiTokenRequest.name': [
      'What the token is called, such as the program that uses it.',
      'Nightly report',
    ],
    'CreateApiTokenRequest.scopes': [
      'What the token may do, each scope once.',
      ['goals:read', 'goals:write'],
    ],
    expiresInDays: ['How long the token works, in days: 1 to 365.', 90],
    overlapHours: [undefined, 24],
    tokens: ['The tokens, newest first.'],
    'ApiToken.id': ['The id, by which the token is rotated and revoked.', ids.token],
    'OrganizationApiToken.id': ['The id, by which the token is revoked.', ids.token],
    'ApiToken.name': ['What its user called it.', 'Nightly report'],
    'OrganizationApiToken.name': ['What its user called it.', 'Nightly report'],
    prefix: ['The beginning of its secrets, by which a found one is recognized.', `cairn_${ids.token}`],
    'ApiToken.scopes': ['What the token may do.', ['goals:read', 'goals:write']],
    'OrganizationApiToken.scopes': ['What the token may do.', ['goals:read', 'goals:write']],
    rotatedAt: [undefined, null],
    revokedAt: ['When it was revoked. `null` if it was not.', null],
    'RevokeApiTokenResponse.token': ['The revoked token.'],
    'RevokeOrganizationApiTokenResponse.token': ['The revoked token.'],
    'CreateApiTokenResponse.token': ['The new token.'],
    'RotateApiTokenResponse.token': ['The token.'],
    'ListApiTokenScopesResponse.scopes': ['All scopes.'],
    'scopes.id': ['The scope.', 'goals:read'],
    'scopes.label': ['What people call it.', 'Read own goals'],
    'scopes.description': ['What it allows.', 'Read the goals you own and their history.'],
    'scopes.default': ['Whether a form should have it selected at first.', true],
    tokenId: ['The API token, by its `id`. Not its secret.', ids.token],
    apiTokenId: ['The API token, by its `id`. Not its secret.', ids.token],
    token: [
      'The token of the link: the part behind the last slash or `token=`.',
      'cW9mZXhhbXBsZS1leGFtcGxlLWV4YW1wbGU',
    ],
    secret: [undefined, tokenSecret],
  },
  schemas: {
    ApiToken: 'An API token without its secret, which the service does not know.',
    CreateApiTokenRequest: 'What the new token may do, and for how long.',
    CreateApiTokenResponse: 'The new token with its secret.',
    ListApiTokenScopesResponse: 'All scopes.',
    ListApiTokensResponse: 'A page of tokens.',
    ListOrganizationApiTokensResponse: 'A page of tokens.',
    OrganizationApiToken: 'An API token of a member, without its secret.',
    RevokeApiTokenResponse: 'The revoked token.',
    RevokeOrganizationApiTokenResponse: 'The revoked token.',
    RotateApiTokenRequest: 'For how long the old secret still works.',
    RotateApiTokenResponse: 'The token with its new secret.',
    ApiTokenScope:
      'What a token may do. A write scope includes no read scope; an `:all` scope includes the one for own goals.',
  },
}
