import type { OutputOf } from '@cairn/contract'
import { acceptOrganizationInvitationRequest } from '@cairn/contract/schemas/invitations'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { personApi } from '../api/client.ts'
import { isApiError } from '../api/failures.ts'
import { queryClient } from '../api/query-client.ts'
import { useSubmit } from '../api/use-submit.ts'
import { authConfigurationQuery, refetchSession, sessionQuery } from '../session/session.ts'
import type { Session } from '../session/session-type.ts'
import { openOrganization } from '../session/tab-organization.ts'
import { announceOnNextPage } from '../session/tab-storage.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { FrontPage } from '../ui/front-page.tsx'
import { Notice } from '../ui/notice.tsx'
import { ListSkeleton } from '../ui/skeleton.tsx'
import { invitationQuery, isInvitationToken } from './invitation-query.ts'

const route = getRouteApi('/invitations/$token')

type Invitation = OutputOf<'previewOrganizationInvitation'>

/**
 * Opened from the link in an invitation. Says who invites whom to what before anybody signs in.
 *
 * With a provider that signs in elsewhere it does not ask for the session: the first request of a new person would create an
 * organization of their own, unless it accepts the invitation. It asks if the invitation cannot be accepted: perhaps the sign-in
 * there has done that.
 */
export function InvitationPage() {
  const { token } = route.useParams()
  const isToken = isInvitationToken(token)
  const invitation = useQuery({ ...invitationQuery(token), enabled: isToken })
  const configuration = useQuery(authConfigurationQuery)
  const isElsewhere = configuration.data?.method === 'redirect'
  const asksForSession = configuration.data?.method === 'email' || invitation.data === null
  const session = useQuery({ ...sessionQuery, enabled: asksForSession })
  if (!isToken) return <BrokenLink />
  const failed = [invitation, configuration, session].find(({ error }) => error)
  if (failed) {
    return (
      <FrontPage title="Your invitation">
        <FailureNotice failure={failed.error} onRetry={() => void failed.refetch()} />
      </FrontPage>
    )
  }
  const isSessionKnown = session.data !== undefined || (isElsewhere && !asksForSession)
  if (invitation.data === undefined || !isSessionKnown) {
    return (
      <FrontPage title="Your invitation">
        <ListSkeleton rows={1} />
      </FrontPage>
    )
  }
  const membership = organizationOf(token, session.data)
  if (membership) return <OpenMembership {...membership} />
  if (invitation.data === null) return <DeadInvitation />
  if (isElsewhere) return <Accept token={token} invitation={invitation.data} />
  if (!session.data) return <SignInFirst token={token} invitation={invitation.data} />
  return isFor(session.data, invitation.data) ? (
    <Accept token={token} invitation={invitation.data} session={session.data} />
  ) : (
    <EmailMismatch token={token} invitation={invitation.data} session={session.data} />
  )
}

/** The organization of the invitation, if the person is a member of it. The token begins with its id. */
function organizationOf(token: string, session: Session | null | undefined) {
  const [organizationId] = token.split('_')
  return session?.organizations.find(({ id }) => id === organizationId)
}

function isFor({ user }: Session, { email }: Invitation): boolean {
  return user.email.toLowerCase() === email.toLowerCase()
}

/** Who invites whom to what. Names are those of others, so they may be long or right to left. */
function Invited({ organization, inviter, role, email }: Invitation) {
  return (
    <>
      <strong className="font-semibold text-ink wrap-anywhere">
        <bdi>{inviter.displayName}</bdi>
      </strong>{' '}
      invited you to join{' '}
      <strong className="font-semibold text-ink wrap-anywhere">
        <bdi>{organization.name}</bdi>
      </strong>{' '}
      on Cairn as {role === 'admin' ? 'an admin' : 'a member'}. The invitation is for{' '}
      <span className="wrap-anywhere">{email}</span>.
    </>
  )
}

function SignInFirst({ token, invitation }: { token: string; invitation: Invitation }) {
  const returnTo = `/invitations/${token}`
  return (
    <FrontPage title="You are invited" intro={<Invited {...invitation} />}>
      <div className="flex flex-col gap-3">
        <Link
          to="/sign-in"
          search={{ returnTo, mode: 'register' }}
          className={buttonClass({ variant: 'primary' })}
        >
          Create an account
        </Link>
        <Link to="/sign-in" search={{ returnTo }} className={buttonClass()}>
          Sign in
        </Link>
      </div>
    </FrontPage>
  )
}

/** If the session has ended, the page shows how to sign in. */
async function accept(body: { token: string }) {
  try {
    return await personApi.acceptOrganizationInvitation({ body })
  } catch (error) {
    if (isApiError(error, 'unauthorized')) {
      const { method } = await queryClient.ensureQueryData(authConfigurationQuery)
      if (method === 'redirect') return signInElsewhere(body)
      queryClient.setQueryData(sessionQuery.queryKey, null)
    }
    throw error
  }
}

/** The promise never resolves. */
function signInElsewhere({ token }: { token: string }): Promise<never> {
  const returnTo = new URL(`/invitations/${token}`, location.origin).href
  location.assign(`/v1/auth/login?${new URLSearchParams({ returnTo })}`)
  return new Promise(() => undefined)
}

type AcceptProps = {
  token: string
  invitation: Invitation
  /** Unknown with a provider that signs in elsewhere. */
  session?: Session
}

function Accept({ token, invitation, session }: AcceptProps) {
  const { form, failure, busy, submit } = useSubmit({
    schema: acceptOrganizationInvitationRequest,
    body: { token },
    texts: {},
    send: async (body) => {
      const { organizations, organizationId } = await accept(body)
      // Makes the tab that person's, now that asking for the session creates no organization.
      if (!session) await refetchSession()
      await openAs(organizations.find(({ id }) => id === organizationId) ?? invitation.organization)
    },
  })

  if (isApiError(failure, 'invitation_email_mismatch')) {
    return <EmailMismatch token={token} invitation={invitation} session={session} />
  }
  if (isApiError(failure, 'invitation_already_member')) {
    return (
      <InvitationProblem title="You are already a member" sentence="You already belong to this organization.">
        <Link to="/home" className={buttonClass({ variant: 'primary' })}>
          Go to Home
        </Link>
      </InvitationProblem>
    )
  }
  if (isApiError(failure, 'invitation_not_found')) return <DeadInvitation />
  return (
    <FrontPage title="You are invited" intro={<Invited {...invitation} />}>
      <form ref={form} noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
        {session && (
          <p className="text-ink-soft">
            You are signed in as <bdi className="wrap-anywhere">{session.user.displayName}</bdi>.
          </p>
        )}
        <FailureNotice failure={failure} />
        <div className="flex flex-col gap-3">
          <Button type="submit" variant="primary" busy={busy} busyText="Joining">
            Accept invitation
          </Button>
          <Link to="/home" className={buttonClass({ variant: 'quiet' })}>
            Not now
          </Link>
        </div>
      </form>
    </FrontPage>
  )
}

function openAs({ id, name }: { id: string; name: string }): Promise<never> {
  announceOnNextPage(`Welcome to ${name}.`)
  return openOrganization(id)
}

/** Opens the organization of a member: the first sign-in of an account that was made from the invitation has accepted it. */
function OpenMembership({ id, name }: { id: string; name: string }) {
  useEffect(() => void openAs({ id, name }), [id, name])
  return null
}

type EmailMismatchProps = { token: string; invitation: Invitation; session?: Session | undefined }

function EmailMismatch({ token, invitation, session }: EmailMismatchProps) {
  const signOut = useSignOut()
  const { form, failure, busy, submit } = useSubmit({
    schema: acceptOrganizationInvitationRequest,
    body: { token },
    texts: {},
    send: () => signOut(`/invitations/${token}`),
  })
  const signedInWith = session ? `You are signed in with ${session.user.email}, but the` : 'The'
  return (
    <InvitationProblem
      title="This invitation is for another email address"
      sentence={`${signedInWith} invitation was sent to ${invitation.email}. It is still valid: sign in with that address, or ask for an invitation to yours.`}
    >
      <form ref={form} noValidate className="flex flex-col gap-3" onSubmit={(event) => void submit(event)}>
        <FailureNotice failure={failure} />
        <Button type="submit" variant="primary" busy={busy}>
          Use another account
        </Button>
        <Link to="/home" className={buttonClass({ variant: 'quiet' })}>
          Go to Home
        </Link>
      </form>
    </InvitationProblem>
  )
}

function DeadInvitation() {
  return (
    <InvitationProblem
      title="This invitation no longer works"
      sentence="It has expired, was revoked or replaced, has already been used, or its sender is no longer an admin. Ask an admin of the organization for a new one."
    >
      <Link to="/home" className={buttonClass({ variant: 'primary' })}>
        Go to Home
      </Link>
    </InvitationProblem>
  )
}

function BrokenLink() {
  return (
    <InvitationProblem
      title="This link does not work"
      sentence="The link seems to be incomplete. Open it again from the email, or ask for a new one."
    >
      <Link to="/home" className={buttonClass({ variant: 'primary' })}>
        Go to Home
      </Link>
    </InvitationProblem>
  )
}

type InvitationProblemProps = { title: string; sentence: string; children: ReactNode }

function InvitationProblem({ title, sentence, children }: InvitationProblemProps) {
  return (
    <FrontPage key={title} title={title}>
      <div className="space-y-5">
        <Notice tone="bad">
          <span className="wrap-anywhere">{sentence}</span>
        </Notice>
        <div className="flex flex-col gap-3">{children}</div>
      </div>
    </FrontPage>
  )
}
