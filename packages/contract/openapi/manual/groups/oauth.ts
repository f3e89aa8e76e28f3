import { ids, times } from '../examples.ts'
import type { GroupTexts } from './group-texts.ts'

const consentId = 'mHcVw0eDlPr0a1SmUXzCqg3Xq2cX6kQ5y1pJ7k0aB2c'
const grantId = '5f1d7a84-1c2b-4c3d-9e4f-5a6b7c8d9e0f'

export const oauthTexts: GroupTexts<'oauth'> = {
  operations: {
    getOAuthConsent: `Returns what a program asks for, to whoever is signed in in the browser that the program has sent to \`/oauth/authorize\`: another browser gets 404. A request waits for an hour.

The name is what the program says of itself. \`host\` is where its metadata document is (\`isVerified\`), or else where the browser returns to.`,
    decideOAuthConsent: `Decides about the request of a program, once; the same decision may be sent again until the browser goes on. \`allow\` makes a grant: the program may act in that organization, within those scopes and the user's current role. The browser then goes to \`redirectTo\`, which returns to the program.

A grant ends when the user ends it, when its refresh token is used again later than 30 seconds after its rotation, when a code is used twice, when the membership ends, or after 90 days without use.`,
    previewOAuthDevice: `Returns what the program asks for that shows a code (RFC 8628). It does not use the code, which waits for 10 minutes. A wrong, used or expired code is the same 404; wrong ones count toward a limit for the user and for the address.

Show a person who asks, from where and since when, before they allow anything: somebody may have sent them the code.`,
    decideOAuthDevice: `Decides about the request of the program that shows a code, once; the same decision of the same user may be sent again. \`allow\` makes a grant as \`decideOAuthConsent\` does. The program gets its tokens when it asks \`/oauth/token\` again, within 2 minutes at least.`,
    listOAuthGrants: `Returns the active grants of the user in all organizations, newest first.`,
    endOAuthGrant: `Ends a grant of the user, with its codes and tokens: the next request of the program is refused with 401.`,
  },
  fields: {
    consentId: ['The id of the request, from the address that the program has led to.', consentId],
    grantId: ['The id of the grant.', grantId],
    consent: ['What the program asks for.'],
    program: ['The program.'],
    'OAuthProgram.name': [undefined, 'Helpdesk bot'],
    'OAuthProgram.host': [undefined, 'helpdesk.example.com'],
    isVerified: [undefined, true],
    isLoopback: [undefined, false],
    'OAuthConsent.id': ['The id of the request.', consentId],
    'OAuthConsent.redirectHost': [undefined, 'helpdesk.example.com'],
    'OAuthConsent.scopes': [undefined, ['goals:read', 'goals:write']],
    'OAuthConsent.expiresAt': ['Until when the request waits for a decision.', times.inAWeek],
    allow: ['Whether the program may act for the user.'],
    'DecideOAuthConsentRequest.organizationId': [undefined, ids.organization],
    'DecideOAuthConsentRequest.scopes': [undefined, ['goals:read']],
    'DecideOAuthConsentResponse.redirectTo': [
      'Where the browser goes on: an absolute URL.',
      `https://cairn.example.com/oauth/authorize/${consentId}`,
    ],
    device: ['What the program asks for.'],
    userCode: [undefined, 'WDJB-MJHT'],
    'OAuthDevice.userCode': [undefined, 'WDJB-MJHT'],
    'OAuthDevice.scopes': [undefined, ['goals:read', 'goals:write']],
    'OAuthDevice.address': [undefined, '203.0.113.7'],
    'OAuthDevice.userAgent': [undefined, 'cairn-cli/1.0.0'],
    'OAuthDevice.createdAt': ['When the program asked.', times.published],
    'OAuthDevice.expiresAt': ['Until when the code waits for a decision.', times.expires],
    'DecideOAuthDeviceRequest.organizationId': [undefined, ids.organization],
    'DecideOAuthDeviceRequest.scopes': [undefined, ['goals:read']],
    grants: ['The grants, newest first.'],
    'OAuthGrant.id': ['The id of the grant, by which it is ended.', grantId],
    'OAuthGrant.organizationId': ['The one organization in which the program may act.', ids.organization],
    'OAuthGrant.scopes': ['What the program may do.', ['goals:read']],
    'OAuthGrant.createdAt': ['When the user allowed it.', times.published],
    'OAuthGrant.expiresAt': [undefined, times.expires],
  },
  schemas: {
    DecideOAuthConsentRequest: 'Allows the program some scopes in one organization, or refuses it.',
    DecideOAuthConsentResponse: 'Where the browser goes on.',
    DecideOAuthDeviceRequest:
      'Allows the program that shows the code some scopes in one organization, or refuses it.',
    ListOAuthGrantsResponse: 'A page of grants.',
    OAuthConsent: 'What a program asks the user for.',
    OAuthConsentResponse: 'What a program asks the user for.',
    OAuthDevice: 'What the program asks for that shows a code.',
    OAuthDeviceResponse: 'What the program asks for that shows a code.',
    OAuthGrant: 'What the user has allowed a program.',
    OAuthProgram: 'A program, as far as the service knows it.',
    PreviewOAuthDeviceRequest: 'The code that a program shows.',
  },
}
