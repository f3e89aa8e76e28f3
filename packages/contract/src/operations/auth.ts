import * as z from 'zod'
import { lazy } from '../registry/lazy.ts'
import { defineOperation } from '../registry/operation.ts'
import { nextCursor, pageQuery, timestamp } from '../schemas/common.ts'
import * as schemas from '../schemas/people/auth.ts'
import { language } from '../schemas/people/notifications.ts'
import { organizationSummary } from '../schemas/people/organizations.ts'
import {
  maximumPictureBytes,
  maximumPictureSide,
  pictureId,
  pictureType,
} from '../schemas/people/pictures.ts'

const authSession = lazy(() =>
  z
    .strictObject({
      user: schemas.canonicalUser(),
      pictureId: pictureId().optional(),
      activeOrganizationId: z.string(),
      organizations: z.array(organizationSummary()),
    })
    .meta({ id: 'AuthSession' }),
)

export const authOperations = {
  getAuthConfiguration: defineOperation({
    id: 'getAuthConfiguration',
    method: 'GET',
    path: '/v1/auth/config',
    group: 'auth',
    summary: 'Return how a browser signs in',
    credential: 'none',
    cacheControl: 'public, max-age=300',
    success: {
      status: 200,
      description: 'The sign-in method.',
      body: lazy(() =>
        z
          .strictObject({
            method: z.enum(['email', 'redirect']),
            ownSessions: z.literal(true).optional().meta({
              description:
                'With `redirect`: whether the service has sessions of its own, which the user can list and end.',
            }),
            providerHost: z.string().optional().meta({
              description:
                'With an OpenID provider: its host. Without `accountUrl`, it tells where to look for the account.',
            }),
            accountUrl: z.string().optional().meta({
              format: 'uri',
              description:
                'With `redirect`: the page where users change their name, address and password, if the deployment names one.',
            }),
            mailboxPath: z.string().optional().meta({
              description:
                'Only on one machine, without a mail service: the path of the page that shows the emails of the service to browsers on that machine.',
            }),
          })
          .meta({
            id: 'AuthConfiguration',
            description:
              'How a browser signs in: with an email and password form, or on the login page of a provider.',
          }),
      ),
    },
    errors: [],
  }),
  getAuthSession: defineOperation({
    id: 'getAuthSession',
    method: 'GET',
    path: '/v1/auth/session',
    group: 'auth',
    summary:
      'Return the signed-in user and their organizations; create the first organization if there is none',
    credential: 'session',
    table: ['Query'],
    success: {
      status: 200,
      description: 'The session.',
      body: authSession,
    },
    errors: [],
  }),
  getAuthState: defineOperation({
    id: 'getAuthState',
    method: 'GET',
    path: '/v1/auth/state',
    group: 'auth',
    summary: 'Return the session like `GET /v1/auth/session`, or null if nobody is signed in',
    credential: 'session_or_none',
    table: ['Query'],
    success: {
      status: 200,
      description: 'The session, or null.',
      body: lazy(() => z.strictObject({ session: authSession().nullable() }).meta({ id: 'AuthState' })),
    },
    errors: [],
  }),
  startLogin: defineOperation({
    id: 'startLogin',
    method: 'GET',
    path: '/v1/auth/login',
    group: 'auth',
    summary: 'Redirect the browser to the sign-in page',
    credential: 'none',
    query: lazy(() => z.object({ returnTo: schemas.returnTo() })),
    success: { status: 302, description: 'Redirects to the sign-in page of the web app or of the provider.' },
    errors: [],
  }),
  login: defineOperation({
    id: 'login',
    method: 'POST',
    path: '/v1/auth/login',
    group: 'auth',
    summary: 'Sign in with an email address and a password',
    credential: 'none',
    body: schemas.emailLoginRequest,
    table: ['Query', 'DeleteItem'],
    hashesPassword: true,
    success: {
      status: 200,
      description: 'The user is signed in. Sets the session cookie.',
      body: schemas.authTransitionResponse,
    },
    errors: ['invalid_credentials', 'not_found'],
  }),
  register: defineOperation({
    id: 'register',
    method: 'POST',
    path: '/v1/auth/register',
    group: 'auth',
    summary: 'Create an account and send a verification link to its email address',
    credential: 'none',
    body: schemas.emailRegistrationRequest,
    hashesPassword: true,
    success: {
      status: 202,
      description:
        'Returned whether or not the address is already registered. Sets a cookie that lets the preview of the verification link recognize this browser.',
      body: lazy(() =>
        z
          .strictObject({ emailVerificationRequired: z.literal(true), email: z.string() })
          .meta({ id: 'EmailRegistrationResponse' }),
      ),
    },
    errors: ['not_found'],
  }),
  previewEmailVerification: defineOperation({
    id: 'previewEmailVerification',
    method: 'POST',
    path: '/v1/auth/verify-email/preview',
    group: 'auth',
    summary: 'Return the account that a verification link would verify, without using the link',
    credential: 'none',
    body: schemas.emailVerificationRequest,
    success: {
      status: 200,
      description: 'The account, and whether it was created in this browser.',
      body: lazy(() =>
        z
          .strictObject({
            email: z.string(),
            displayName: z.string().meta({ description: 'The name that the creator of the account chose.' }),
            createdAt: timestamp(),
            sameBrowser: z.boolean().meta({
              description:
                'Whether the request has the cookie that registration set. If not, somebody else may have created the account: warn the user before verifying.',
            }),
          })
          .meta({ id: 'EmailVerificationPreview' }),
      ),
    },
    errors: ['invalid_or_expired_token', 'not_found'],
  }),
  verifyEmail: defineOperation({
    id: 'verifyEmail',
    method: 'POST',
    path: '/v1/auth/verify-email',
    group: 'auth',
    summary: 'Verify an email address with the token from the verification link',
    credential: 'none',
    body: schemas.emailVerificationRequest,
    table: ['Query', 'DeleteItem'],
    success: {
      status: 200,
      description: 'The address is verified. The user is not signed in.',
      body: schemas.authTransitionResponse,
    },
    errors: ['invalid_or_expired_token', 'not_found'],
  }),
  resendEmailVerification: defineOperation({
    id: 'resendEmailVerification',
    method: 'POST',
    path: '/v1/auth/verify-email/resend',
    group: 'auth',
    summary: 'Send a new verification link, which replaces the earlier one',
    credential: 'none',
    body: schemas.accountEmailRequest,
    hashesPassword: true,
    success: {
      status: 200,
      description:
        'Returned whether or not there is an account to verify. If there is none, an email says so.',
      body: schemas.accountEmailResponse,
    },
    errors: ['not_found'],
  }),
  forgotPassword: defineOperation({
    id: 'forgotPassword',
    method: 'POST',
    path: '/v1/auth/password/forgot',
    group: 'auth',
    summary: 'Send a link that resets the password of an account',
    credential: 'none',
    body: schemas.accountEmailRequest,
    hashesPassword: true,
    success: {
      status: 200,
      description:
        'Returned whether or not there is an account with the address. If there is none, an email says so. The link is valid for 1 hour and replaces the earlier one.',
      body: schemas.accountEmailResponse,
    },
    errors: ['not_found'],
  }),
  resetPassword: defineOperation({
    id: 'resetPassword',
    method: 'POST',
    path: '/v1/auth/password/reset',
    group: 'auth',
    summary: 'Set a new password with the token from the emailed link',
    credential: 'none',
    body: schemas.passwordResetRequest,
    table: ['Query', 'DeleteItem'],
    hashesPassword: true,
    success: {
      status: 200,
      description:
        'The password is changed, the address is verified, and all sessions of the user have ended. The user is not signed in. API tokens keep working.',
      body: schemas.authTransitionResponse,
    },
    errors: ['invalid_or_expired_token', 'not_found'],
  }),
  changePassword: defineOperation({
    id: 'changePassword',
    method: 'POST',
    path: '/v1/auth/password/change',
    group: 'auth',
    summary: 'Change the password of the signed-in user',
    credential: 'session',
    body: schemas.passwordChangeRequest,
    hashesPassword: true,
    success: {
      status: 204,
      description:
        'The password is changed. All other sessions of the user and all links about the account have ended. API tokens keep working.',
    },
    errors: ['invalid_credentials', 'not_found'],
  }),
  listSessions: defineOperation({
    id: 'listSessions',
    method: 'GET',
    path: '/v1/auth/sessions',
    group: 'auth',
    summary: "List the user's sessions, newest first",
    credential: 'session',
    query: lazy(() => z.strictObject(pageQuery())),
    table: ['gsi1'],
    success: {
      status: 200,
      description: 'A page of sessions.',
      body: lazy(() =>
        z
          .strictObject({ sessions: z.array(schemas.browserSession()), nextCursor: nextCursor() })
          .meta({ id: 'ListSessionsResponse' }),
      ),
    },
    errors: ['not_found'],
  }),
  endSession: defineOperation({
    id: 'endSession',
    method: 'DELETE',
    path: '/v1/auth/sessions/{sessionId}',
    group: 'auth',
    summary: "End one of the user's sessions, with immediate effect",
    credential: 'session',
    params: lazy(() => z.strictObject({ sessionId: schemas.sessionId() })),
    malformedParams: 'session_not_found',
    table: ['DeleteItem'],
    success: { status: 204, description: 'The session has ended.' },
    errors: ['session_not_found', 'not_found'],
  }),
  endOtherSessions: defineOperation({
    id: 'endOtherSessions',
    method: 'DELETE',
    path: '/v1/auth/sessions',
    group: 'auth',
    summary: 'End all other sessions of the user, with immediate effect',
    credential: 'session',
    success: {
      status: 204,
      description: 'All sessions but this one have ended, and so have links that reset the password.',
    },
    errors: ['not_found'],
  }),
  updateProfile: defineOperation({
    id: 'updateProfile',
    method: 'PATCH',
    path: '/v1/auth/profile',
    group: 'auth',
    summary: "Change the user's name, time zone and language",
    credential: 'session',
    body: schemas.updateProfileRequest,
    success: {
      status: 200,
      description:
        'The changed profile. Time zone and language are those of the notification preferences. Member lists show the name after the next request for the session.',
      body: lazy(() =>
        z
          .strictObject({
            user: schemas.canonicalUser(),
            timeZone: z.string().nullable(),
            language: language(),
          })
          .meta({ id: 'Profile' }),
      ),
    },
    errors: ['not_found'],
  }),
  setPicture: defineOperation({
    id: 'setPicture',
    method: 'PUT',
    path: '/v1/auth/picture',
    group: 'auth',
    summary: "Set the user's picture",
    credential: 'session',
    file: { type: pictureType, maximumBytes: maximumPictureBytes },
    success: {
      status: 200,
      description: `The picture is set: a still WebP of at most ${maximumPictureSide} × ${maximumPictureSide} pixels, without metadata. Member lists show it after the next request for the session.`,
      body: lazy(() => z.strictObject({ pictureId: pictureId() }).meta({ id: 'SetPictureResponse' })),
    },
    errors: [],
  }),
  deletePicture: defineOperation({
    id: 'deletePicture',
    method: 'DELETE',
    path: '/v1/auth/picture',
    group: 'auth',
    summary: "Delete the user's picture",
    credential: 'session',
    table: ['DeleteItem'],
    success: { status: 204, description: 'The user has no picture.' },
    errors: [],
  }),
  changeEmail: defineOperation({
    id: 'changeEmail',
    method: 'POST',
    path: '/v1/auth/email/change',
    group: 'auth',
    summary: "Send a link to a new email address of the user's account",
    credential: 'session',
    body: schemas.emailChangeRequest,
    success: {
      status: 202,
      description:
        'Returned whether or not the address belongs to another account. The current address gets a note. The address changes when `POST /v1/auth/verify-email` gets the token of the link, within 24 hours; sessions and API tokens stay.',
      body: schemas.accountEmailResponse,
    },
    errors: ['invalid_credentials', 'not_found'],
  }),
  deleteAccount: defineOperation({
    id: 'deleteAccount',
    method: 'DELETE',
    path: '/v1/auth/account',
    group: 'auth',
    summary: "Delete the user's account",
    credential: 'session',
    body: schemas.accountDeletionRequest,
    table: ['Query', 'gsi1', 'DeleteItem'],
    success: {
      status: 204,
      description:
        'The account is deleted: its sessions, API tokens, links and emails have ended, and its address can be registered again, for a new user. Within minutes, the organizations in which the user was alone are deleted, and the user has left the others. What the user wrote there stays, without the name.',
    },
    errors: ['invalid_credentials', 'sole_owner', 'not_found'],
  }),
  completeLogin: defineOperation({
    id: 'completeLogin',
    method: 'GET',
    path: '/v1/auth/callback',
    group: 'auth',
    summary: 'Return from the sign-in page of a provider to the web app',
    credential: 'none',
    query: lazy(() => z.object({ returnTo: schemas.returnTo(), ...schemas.authorizationResponse() })),
    success: {
      status: 302,
      description:
        'Redirects to `returnTo`, or to `/home`. With an OpenID provider a session starts, and the browser goes where it was when it left for the sign-in; if the sign-in fails, to `/sign-in`, which says why.',
    },
    errors: [],
  }),
  backchannelLogout: defineOperation({
    id: 'backchannelLogout',
    method: 'POST',
    path: '/v1/auth/backchannel-logout',
    group: 'auth',
    summary: 'End the sessions that an OpenID provider names in a logout token',
    credential: 'none',
    body: schemas.backchannelLogoutRequest,
    takesForms: true,
    fromAnyOrigin: true,
    success: {
      status: 204,
      description:
        'The sessions have ended, with effect for the next request (OpenID Connect Back-Channel Logout 1.0). API tokens keep working.',
    },
    errors: ['invalid_or_expired_token', 'not_found'],
  }),
  frontchannelLogout: defineOperation({
    id: 'frontchannelLogout',
    method: 'GET',
    path: '/v1/auth/frontchannel-logout',
    group: 'auth',
    summary: 'End the sessions that one session at an OpenID provider began',
    credential: 'none',
    query: lazy(() => z.object({ iss: z.string().optional(), sid: z.string().optional() })),
    success: {
      status: 200,
      description:
        'For the page of the provider that a browser shows while it signs out (OpenID Connect Front-Channel Logout 1.0). The same whether or not there was such a session.',
      body: lazy(() =>
        z.strictObject({ status: z.literal('ok') }).meta({ id: 'FrontchannelLogoutResponse' }),
      ),
    },
    errors: ['not_found'],
  }),
  logout: defineOperation({
    id: 'logout',
    method: 'POST',
    path: '/v1/auth/logout',
    group: 'auth',
    summary: 'Revoke the session; succeeds without a session too',
    credential: 'none',
    table: ['Query', 'DeleteItem'],
    success: { status: 200, description: 'The browser is signed out.', body: schemas.authTransitionResponse },
    errors: [],
  }),
}
