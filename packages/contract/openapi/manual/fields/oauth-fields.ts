import { ids, times } from '../examples.ts'
import type { FieldTexts } from '../field-texts.ts'

const consentId = 'mHcVw0eDlPr0a1SmUXzCqg3Xq2cX6kQ5y1pJ7k0aB2c'
const grantId = '5f1d7a84-1c2b-4c3d-9e4f-5a6b7c8d9e0f'

/** Of programs that a user connects. */
export const oauthFieldTexts: FieldTexts = {
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
  grants: ['The grants, newest first.'],
  'OAuthGrant.id': ['The id of the grant, by which it is ended.', grantId],
  'OAuthGrant.organizationId': ['The one organization in which the program may act.', ids.organization],
  'OAuthGrant.scopes': ['What the program may do.', ['goals:read']],
  'OAuthGrant.createdAt': ['When the user allowed it.', times.published],
  'OAuthGrant.expiresAt': [undefined, times.expires],
}
