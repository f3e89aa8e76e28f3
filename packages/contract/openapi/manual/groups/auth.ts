import { hashes, ids, times } from '../examples.ts'
import type { GroupTexts } from './group-texts.ts'

const emailProviderOnly =
  'Only with the built-in sign-in by email and password (`AUTH_PROVIDER=email`); otherwise `not_found`.'
const ownSessionsOnly =
  'Only where the service has sessions of its own (`method: "email"` or `ownSessions` of `GET /v1/auth/config`); otherwise `not_found`.'
const sameResponse = 'The response is the same, after the same work, whether or not there is such an account.'

export const authTexts: GroupTexts<'auth'> = {
  operations: {
    getAuthConfiguration: `Returns whether people sign in with email and password here, or on the page of a provider.`,
    getAuthSession: `Returns the signed-in user, all organizations of the user, and which one is active. The first request of a new user creates an organization of their own. A program with a token asks \`GET /v1/me\`.`,
    getAuthState: `Returns what \`GET /v1/auth/session\` returns, or \`null\` where that is \`unauthorized\`: for apps in a browser, whose console logs every response with an error.`,
    startLogin: `Sends a browser to the sign-in page: that of the web app, or of the provider. \`returnTo\` says where to go afterwards.`,
    login: `Signs in and sets the session cookie, which lasts 30 days, or 14 days without use. ${emailProviderOnly}

A wrong password, an unknown address and an address that is not verified are all \`invalid_credentials\`, after the same work. At most 100 failures for an account from one address in 15 minutes: then \`too_many_requests\`.`,
    register: `Creates an account and sends a verification link, which works for 24 hours. ${emailProviderOnly} ${sameResponse} The owner of a verified address gets a note instead. Registering an unverified address again replaces its name, password and link.

Common passwords, and those made of the name or address, are \`invalid_request\`. At most 10 an hour for an address from one client.`,
    previewEmailVerification: `Returns whose account the link would verify, before it does, so that nobody verifies an account that somebody else made with their address. ${emailProviderOnly} It uses nothing up.`,
    verifyEmail: `Verifies the address of an account, or a new address after a change. ${emailProviderOnly} The link works once. The user is not signed in by it.`,
    resendEmailVerification: `Sends a new verification link, which replaces the earlier one. ${emailProviderOnly} ${sameResponse} At most 10 an hour for an address from one client.`,
    forgotPassword: `Sends a link that resets the password. It works once, for 1 hour. ${emailProviderOnly} ${sameResponse} At most 10 an hour for an address from one client.`,
    resetPassword: `Sets a new password with the token of the link. It verifies the address and ends every session of the user; tokens keep working. ${emailProviderOnly} An email confirms the change.`,
    changePassword: `Changes the password of the user, who gives the current one. All other sessions and all links about the account end; tokens keep working. ${emailProviderOnly} An email confirms the change.`,
    listSessions: `Returns where the user is signed in, newest first. ${ownSessionsOnly}`,
    endSession: `Ends one session of the user: its next request is \`unauthorized\`. It may be the session of this request. ${ownSessionsOnly}`,
    endOtherSessions: `Ends all sessions of the user except the one of this request, and all links that reset the password. ${ownSessionsOnly}`,
    updateProfile: `Changes the user's name or time zone; fields that are absent keep their value. With other ways to sign in than the built-in one, the name comes from the provider: \`not_found\`.`,
    setPicture: `Sets the user's picture, which the members of the user's organizations see. The body is the file itself, with \`Content-Type: image/webp\`: a still WebP of at most 32 KiB and 512 × 512 pixels. Animations, metadata (EXIF, XMP) and bytes that are no WebP are \`invalid_request\`.

The web app cuts a square and makes it 256 × 256 pixels. Sending the same picture again changes nothing.`,
    deletePicture: `Deletes the user's picture, for all members at once. It succeeds without a picture too.`,
    changeEmail: `Sends a link to a new address, which becomes the address of the account when its token is given to \`POST /v1/auth/verify-email\` within 24 hours. The current address gets a note. ${emailProviderOnly} ${sameResponse} At most 20 an hour.`,
    deleteAccount: `Deletes the user's account, after asking for the password. Sessions, tokens and links end at once. Organizations in which the user is alone are deleted, the others are left; what the user wrote there stays, without the name. ${emailProviderOnly}

A user who owns an organization with other members hands it over first: \`sole_owner\`. There is no way back.`,
    completeLogin: `Where a provider sends the browser after a sign-in. Programs do not call it.`,
    backchannelLogout: `Where an OpenID provider says that a session has ended (OpenID Connect Back-Channel Logout 1.0). It sends a signed logout token as a form. Only with \`AUTH_PROVIDER=oidc\`.`,
    frontchannelLogout: `Where an OpenID provider sends the browser to end its session here (OpenID Connect Front-Channel Logout 1.0). Only with \`AUTH_PROVIDER=oidc\`.`,
    logout: `Ends the session of the request and clears its cookie. It succeeds without a session too. \`redirectTo\` is where to send the browser: the sign-in page, or the logout of the provider.`,
  },
  fields: {
    returnTo: [undefined, 'https://cairn.example.com/home'],
    code: ['The code of the OpenID provider.', 'EXAMPLE-code'],
    iss: ['The OpenID provider, by its issuer.', 'https://id.example.com'],
    error: ['What went wrong at the OpenID provider.', 'access_denied'],
    sid: ['The session at the OpenID provider.', 'EXAMPLE-sid'],
    logout_token: [
      'The signed logout token (a JWT), at most 16,384 characters.',
      'eyJhbGciOi.EXAMPLE.c2lnbmF0dXJl',
    ],
    newPassword: [undefined, 'staple battery horse'],
    currentPassword: ['The password until now.', 'correct horse battery'],
    invitationToken: [undefined, `${ids.organization}_EXAMPLE`],
    'PasswordResetRequest.token': [
      'The token of the link in the email.',
      'cW9mZXhhbXBsZS1leGFtcGxlLWV4YW1wbGU',
    ],
    'PasswordResetRequest.password': [undefined, 'staple battery horse'],
    'EmailVerificationRequest.token': [
      'The token of the link in the email.',
      'cW9mZXhhbXBsZS1leGFtcGxlLWV4YW1wbGU',
    ],
    'EmailChangeRequest.email': ['The new address, at most 254 characters.', 'ann@example.org'],
    'EmailLoginRequest.email': ['The address of the account. Case does not matter.', 'ann@example.com'],
    'EmailRegistrationRequest.email': [
      'The address of the new account, at most 254 characters.',
      'ann@example.com',
    ],
    'AccountEmailRequest.email': [
      'The address, at most 254 characters. Case does not matter.',
      'ann@example.com',
    ],
    'FrontchannelLogoutResponse.status': ['Always `ok`.'],
    method: ['`email`: a form with email and password. `redirect`: the sign-in page of a provider.', 'email'],
    accountUrl: [undefined, 'https://id.example.com/account'],
    providerHost: [undefined, 'id.example.com'],
    mailboxPath: [undefined, '/dev/mail'],
    redirectTo: ['Where to send the browser: an absolute URL.', 'https://cairn.example.com/home'],
    emailVerificationRequired: ['Always true.', true],
    'AccountEmailResponse.email': ['The address as the service writes it: in lower case.', 'ann@example.com'],
    'AuthSession.pictureId': ["The user's picture. Absent: there is none.", hashes.picture],
    'SetPictureResponse.pictureId': ['The id of the picture. It follows from the content.', hashes.picture],
    'AuthState.session': ['The session, or null if nobody is signed in.'],
    sameBrowser: [undefined, true],
    sessions: ['The sessions, newest first.'],
    'Session.id': ['The id of the session. It is no secret: nobody can sign in with it.', hashes.previous],
    'Session.createdAt': ['When the user signed in.', times.published],
    'Session.lastUsedAt': [undefined, times.now],
    sessionId: ['The session, by its `id` in the list of sessions.', hashes.previous],
  },
  schemas: {
    AccountDeletionRequest: 'Confirms that the person who deletes the account knows its password.',
    AccountEmailRequest: 'Asks for an email about an account.',
    AuthSession: 'The signed-in user with all organizations.',
    AuthState: 'Whether somebody is signed in, and who.',
    BackchannelLogoutRequest: 'A logout token of the OpenID provider.',
    EmailChangeRequest: "The new address, and the password as proof that it is the account's owner who asks.",
    EmailLoginRequest: 'Address and password.',
    EmailRegistrationRequest: 'A new account.',
    EmailRegistrationResponse: 'The same whether or not there is an account with the address.',
    EmailVerificationPreview: 'The account that the link would verify.',
    EmailVerificationRequest: 'The token of a verification link.',
    FrontchannelLogoutResponse: 'Always the same.',
    ListSessionsResponse: 'A page of sessions.',
    PasswordChangeRequest: 'The current password and the new one.',
    PasswordResetRequest: 'The token of a link, and the new password.',
    Profile: 'The profile of the user.',
    Session: 'A signed-in browser.',
    SetPictureResponse: 'The id of the new picture.',
    UpdateProfileRequest: 'At least one field. Fields that are absent keep their value.',
  },
}
