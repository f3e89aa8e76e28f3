import type { TextsOf } from './texts-of.ts'

export const apiTokensTexts: TextsOf<'api-tokens'> = {
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
}
