import { acceptOrganizationInvitationRequest } from '@cairn/contract/schemas/people/invitations'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { personApi } from '../../data/api/client.ts'
import { isApiError } from '../../data/api/failures/failures.ts'
import { queryClient } from '../../data/api/query-client.ts'
import { useSubmit } from '../../data/api/use-submit.ts'
import { fill } from '../../language/fill.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { FrontPage } from '../../ui/front-page.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { ListSkeleton } from '../../ui/states/skeleton.tsx'
import { authConfigurationQuery, refetchSession, sessionQuery } from '../session/session.ts'
import type { Session } from '../session/session-type.ts'
import { openOrganization } from '../session/tab/tab-organization.ts'
import { announceOnNextPage } from '../session/tab/tab-storage.ts'
import { useSignOut } from '../session/use-sign-out.ts'
import { invitationQuery, isInvitationToken } from './invitation-query.ts'
import { asksForSession, type Invitation, invitationStep } from './invitation-step.ts'
import { texts } from './texts.ts'

const route = getRouteApi('/invitations/$token')

/** Opened from the link in an invitation. Says who invites whom to what before anybody signs in. */
export function InvitationPage() {
  const { token } = route.useParams()
  const isToken = isInvitationToken(token)
  const invitation = useQuery({ ...invitationQuery(token), enabled: isToken })
  const configuration = useQuery(authConfigurationQuery)
  const { data } = invitation
  const method = configuration.data?.method
  const session = useQuery({ ...sessionQuery, enabled: asksForSession({ method, invitation: data }) })
  if (!isToken) return <BrokenLink />
  const failed = [invitation, configuration, session].find(({ error }) => error)
  if (failed) {
    return (
      <FrontPage title={texts.loading}>
        <FailureNotice failure={failed.error} onRetry={() => void failed.refetch()} />
      </FrontPage>
    )
  }
  const step = invitationStep({ token, method, invitation: data, session: session.data })
  switch (step.kind) {
    case 'loading':
      return (
        <FrontPage title={texts.loading}>
          <ListSkeleton rows={1} />
        </FrontPage>
      )
    case 'open':
      return <OpenMembership {...step.organization} />
    case 'dead':
      return <DeadInvitation />
    case 'sign-in':
      return <SignInFirst token={token} invitation={step.invitation} />
    case 'accept':
      return <Accept token={token} {...step} />
    case 'mismatch':
      return <EmailMismatch token={token} {...step} />
  }
}

/** The invitation's sender, recipient and organization. Names are those of others, so they may be long or right to left. */
function Invited({ organization, inviter, role, email }: Invitation) {
  const name = (text: string) => (
    <strong className="font-semibold text-ink wrap-anywhere">
      <bdi>{text}</bdi>
    </strong>
  )
  return fill(role === 'admin' ? texts.invited.admin : texts.invited.member, {
    inviter: name(inviter.displayName),
    organization: name(organization.name),
    email: <span className="wrap-anywhere">{email}</span>,
  })
}

function SignInFirst({ token, invitation }: { token: string; invitation: Invitation }) {
  const returnTo = `/invitations/${token}`
  return (
    <FrontPage title={texts.title} intro={<Invited {...invitation} />}>
      <div className="flex flex-col gap-3">
        <Link
          to="/sign-in"
          search={{ returnTo, mode: 'register' }}
          className={buttonClass({ variant: 'primary' })}
        >
          {texts.createAccount}
        </Link>
        <Link to="/sign-in" search={{ returnTo }} className={buttonClass()}>
          {texts.signIn}
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
      <InvitationProblem title={texts.already.title} sentence={texts.already.text}>
        <Link to="/home" className={buttonClass({ variant: 'primary' })}>
          {texts.toHome}
        </Link>
      </InvitationProblem>
    )
  }
  if (isApiError(failure, 'invitation_not_found')) return <DeadInvitation />
  return (
    <FrontPage title={texts.title} intro={<Invited {...invitation} />}>
      <form ref={form} noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
        {session && (
          <p className="text-ink-soft">
            {fill(texts.signedInAs, {
              name: <bdi className="wrap-anywhere">{session.user.displayName}</bdi>,
            })}
          </p>
        )}
        <FailureNotice failure={failure} />
        <div className="flex flex-col gap-3">
          <Button type="submit" variant="primary" busy={busy} busyText={texts.joining}>
            {texts.accept}
          </Button>
          <Link to="/home" className={buttonClass({ variant: 'quiet' })}>
            {texts.notNow}
          </Link>
        </div>
      </form>
    </FrontPage>
  )
}

function openAs({ id, name }: { id: string; name: string }): Promise<never> {
  announceOnNextPage(texts.welcome(name))
  return openOrganization(id)
}

/** Opens the organization of a member. */
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
  const { mismatch } = texts
  return (
    <InvitationProblem
      title={mismatch.title}
      sentence={
        session ? mismatch.signedIn(session.user.email, invitation.email) : mismatch.text(invitation.email)
      }
    >
      <form ref={form} noValidate className="flex flex-col gap-3" onSubmit={(event) => void submit(event)}>
        <FailureNotice failure={failure} />
        <Button type="submit" variant="primary" busy={busy}>
          {mismatch.action}
        </Button>
        <Link to="/home" className={buttonClass({ variant: 'quiet' })}>
          {texts.toHome}
        </Link>
      </form>
    </InvitationProblem>
  )
}

function DeadInvitation() {
  return (
    <InvitationProblem title={texts.dead.title} sentence={texts.dead.text}>
      <Link to="/home" className={buttonClass({ variant: 'primary' })}>
        {texts.toHome}
      </Link>
    </InvitationProblem>
  )
}

function BrokenLink() {
  return (
    <InvitationProblem title={texts.broken.title} sentence={texts.broken.text}>
      <Link to="/home" className={buttonClass({ variant: 'primary' })}>
        {texts.toHome}
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
