import type { TextsOf } from './texts-of.ts'

export const oauthTexts: TextsOf<'oauth'> = {
  getOAuthConsent: `Returns what a program asks for, to whoever is signed in in the browser that the program has sent to \`/oauth/authorize\`: another browser gets 404. A request waits for an hour.

The name is what the program says of itself. \`host\` is where its metadata document is (\`isVerified\`), or else where the browser returns to.`,
  decideOAuthConsent: `Decides about the request of a program, once. \`allow\` makes a grant: the program may act in that organization, within those scopes and the user's current role. The browser then goes to \`redirectTo\`, which returns to the program.

A grant ends when the user ends it, when its refresh token is used again later than 30 seconds after its rotation, when a code is used twice, when the membership ends, or after 90 days without use.`,
  listOAuthGrants: `Returns the active grants of the user in all organizations, newest first.`,
  endOAuthGrant: `Ends a grant of the user, with its codes and tokens: the next request of the program is refused with 401.`,
}
