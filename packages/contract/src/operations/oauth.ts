import * as z from 'zod'
import { lazy } from '../registry/lazy.ts'
import { defineOperation } from '../registry/operation.ts'
import { nextCursor, pageQuery, uuid } from '../schemas/common.ts'
import * as schemas from '../schemas/oauth.ts'

const consentParameters = lazy(() => z.strictObject({ consentId: z.string().regex(/^[\w-]{16,64}$/) }))

export const oauthOperations = {
  getOAuthConsent: defineOperation({
    id: 'getOAuthConsent',
    method: 'GET',
    path: '/v1/oauth/consents/{consentId}',
    group: 'oauth',
    summary: 'Return what a program asks the user for, in the browser that it sent here',
    credential: 'session',
    params: consentParameters,
    malformedParams: 'oauth_consent_not_found',
    success: {
      status: 200,
      description: 'The request of the program.',
      body: lazy(() =>
        z.strictObject({ consent: schemas.oauthConsent() }).meta({ id: 'OAuthConsentResponse' }),
      ),
    },
    errors: ['oauth_consent_not_found'],
  }),
  decideOAuthConsent: defineOperation({
    id: 'decideOAuthConsent',
    method: 'POST',
    path: '/v1/oauth/consents/{consentId}',
    group: 'oauth',
    summary: 'Allow a program to act for the user in one organization, or refuse it',
    credential: 'session',
    params: consentParameters,
    malformedParams: 'oauth_consent_not_found',
    body: schemas.decideOAuthConsentRequest,
    success: {
      status: 200,
      description: 'The browser goes on at this address, which returns to the program.',
      body: lazy(() =>
        z
          .strictObject({ redirectTo: z.string().meta({ format: 'uri' }) })
          .meta({ id: 'DecideOAuthConsentResponse' }),
      ),
    },
    errors: ['oauth_consent_not_found', 'membership_not_found'],
  }),
  previewOAuthDevice: defineOperation({
    id: 'previewOAuthDevice',
    method: 'POST',
    path: '/v1/oauth/devices/preview',
    group: 'oauth',
    summary: 'Return what the program asks for that shows a code, without using the code',
    credential: 'session',
    body: schemas.previewOAuthDeviceRequest,
    success: {
      status: 200,
      description: 'The request of the program.',
      body: lazy(() => z.strictObject({ device: schemas.oauthDevice() }).meta({ id: 'OAuthDeviceResponse' })),
    },
    errors: ['oauth_device_not_found'],
  }),
  decideOAuthDevice: defineOperation({
    id: 'decideOAuthDevice',
    method: 'POST',
    path: '/v1/oauth/devices/decision',
    group: 'oauth',
    summary: 'Allow the program that shows a code to act for the user in one organization, or refuse it',
    credential: 'session',
    body: schemas.decideOAuthDeviceRequest,
    success: { status: 204, description: 'The program learns the decision when it asks again.' },
    errors: ['oauth_device_not_found', 'membership_not_found'],
  }),
  listOAuthGrants: defineOperation({
    id: 'listOAuthGrants',
    method: 'GET',
    path: '/v1/oauth/grants',
    group: 'oauth',
    summary: 'List the programs that the user has allowed to act, in all organizations, newest first',
    credential: 'session',
    query: lazy(() => z.strictObject(pageQuery())),
    table: ['gsi1'],
    success: {
      status: 200,
      description: 'A page of grants.',
      body: lazy(() =>
        z
          .strictObject({
            grants: z.array(schemas.oauthGrant()).meta({ description: 'The grants, newest first.' }),
            nextCursor: nextCursor(),
          })
          .meta({ id: 'ListOAuthGrantsResponse' }),
      ),
    },
    errors: [],
  }),
  endOAuthGrant: defineOperation({
    id: 'endOAuthGrant',
    method: 'DELETE',
    path: '/v1/oauth/grants/{grantId}',
    group: 'oauth',
    summary: 'End a grant: the next request of the program is refused',
    credential: 'session',
    params: lazy(() => z.strictObject({ grantId: uuid() })),
    malformedParams: 'oauth_grant_not_found',
    table: ['Query'],
    success: { status: 204, description: 'The grant has ended.' },
    errors: ['oauth_grant_not_found'],
  }),
} as const
