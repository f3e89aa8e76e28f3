import { acceptOrganizationInvitationRequest } from '@cairn/contract/schemas/invitations'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { personApi } from '../api/client.ts'
import { isApiError } from '../api/failures.ts'
import { queryClient } from '../api/query-client.ts'
import { useSubmit } from '../api/use-submit.ts'
import { authConfigurationQuery, sessionQuery } from '../session/session.ts'
import type { Session } from '../session/session-type.ts'
import { openOrganization } from '../session/tab-organization.ts'
import { announceOnNextPage } from '../session/tab-storage.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { FrontPage } from '../ui/front-page.tsx'
import { Notice } from '../ui/notice.tsx'
import { ListSkeleton } from '../ui/skeleton.tsx'

const route = getRouteApi('/invitations/$token')

/**
 * Opened from the link in an invitation. The service returns nothing about an invitation before it is accepted, so only
 * accepting shows whether it was sent to this person.
 */
export function InvitationPage() {
  const { token } = route.useParams()
  const { data: session, error, isPending, refetch } = useQuery(sessionQuery)
  if (!acceptOrganizationInvitationRequest().safeParse({ token }).success) return <BrokenLink />
  if (error) {
    return (
      <FrontPage title="Your invitation">
        <FailureNotice failure={error} onRetry={() => void refetch()} />
      </FrontPage>
    )
  }
  if (isPending) {
    return (
      <FrontPage title="Your invitation">
        <ListSkeleton rows={1} />
      </FrontPage>
    )
  }
  return session ? <Accept token={token} session={session} /> : <SignInFirst token={token} />
}

function SignInFirst({ token }: { token: string }) {
  const { data: configuration } = useQuery(authConfigurationQuery)
  const returnTo = `/invitations/${token}`
  return (
    <FrontPage
      title="You are invited"
      intro="Someone invited you to join their organization on Cairn. Sign in with the email address that received the invitation. After that, you return to this page."
    >
      <div className="flex flex-col gap-3">
        <Link to="/sign-in" search={{ returnTo }} className={buttonClass({ variant: 'primary' })}>
          Sign in
        </Link>
        {configuration?.method !== 'redirect' && (
          <Link to="/sign-in" search={{ returnTo, mode: 'register' }} className={buttonClass()}>
            Create an account
          </Link>
        )}
      </div>
    </FrontPage>
  )
}

/** If the session has ended, the page shows how to sign in. */
async function accept(body: { token: string }) {
  try {
    return await personApi.acceptOrganizationInvitation({ body })
  } catch (error) {
    if (isApiError(error, 'unauthorized')) queryClient.setQueryData(sessionQuery.queryKey, null)
    throw error
  }
}

function Accept({ token, session }: { token: string; session: Session }) {
  const { user } = session
  const { form, failure, busy, submit } = useSubmit({
    schema: acceptOrganizationInvitationRequest,
    body: { token },
    texts: {},
    send: async (body) => {
      const { organizations, organizationId } = await accept(body)
      const name = organizations.find(({ id }) => id === organizationId)?.name
      announceOnNextPage(`Welcome to ${name}.`)
      await openOrganization(organizationId)
    },
  })

  if (isApiError(failure, 'invitation_email_mismatch'))
    return <EmailMismatch token={token} session={session} />
  if (isApiError(failure, 'invitation_already_member')) {
    return (
      <InvitationProblem title="You are already a member" sentence="You already belong to this organization.">
        <Link to="/home" className={buttonClass({ variant: 'primary' })}>
          Go to Home
        </Link>
      </InvitationProblem>
    )
  }
  if (isApiError(failure, 'invitation_not_found')) {
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
  return (
    <FrontPage
      title="You are invited"
      intro={
        <>
          You are signed in as <strong className="font-semibold text-ink">{user.displayName}</strong> (
          {user.email}). Accept to join the organization and work on its goals.
        </>
      }
    >
      <form ref={form} noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
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

function EmailMismatch({ token, session }: { token: string; session: Session }) {
  const signOut = useSignOut()
  const { form, failure, busy, submit } = useSubmit({
    schema: acceptOrganizationInvitationRequest,
    body: { token },
    texts: {},
    send: () => signOut(`/invitations/${token}`),
  })
  return (
    <InvitationProblem
      title="This invitation is for another email address"
      sentence={`You are signed in with ${session.user.email}, but the invitation was sent to a different address. It is still valid: sign in with that address, or ask for an invitation to this one.`}
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
        <Notice tone="bad">{sentence}</Notice>
        <div className="flex flex-col gap-3">{children}</div>
      </div>
    </FrontPage>
  )
}
