import type { OrganizationInvitation } from '@cairn/contract/schemas/people/invitations'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { allPages } from '../../data/api/all-pages.ts'
import { api } from '../../data/api/client.ts'
import { fill } from '../../language/fill.tsx'
import { roleName } from '../../organizations/role-name.ts'
import { Day } from '../../presentation/time/moment.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Card, SectionTitle } from '../../ui/page.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { ListSkeleton } from '../../ui/states/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { InviteForm, useInvite } from './invite-form.tsx'
import { type Issued, IssuedInvitations } from './issued-invitation.tsx'
import { texts } from './texts.ts'

const maximumPages = 20

function invitationsQuery(organizationId: string) {
  return queryOptions({
    queryKey: ['organization', organizationId, 'invitations'],
    queryFn: async () => {
      const { pages } = await allPages(
        (cursor) => api.listOrganizationInvitations({ query: { cursor } }),
        maximumPages,
      )
      return pages.flatMap(({ invitations }) => invitations)
    },
  })
}

/** The result of the last action. Shown until the next one, because an invitation's link is returned only once. */
type Outcome = { issued?: Issued[]; failure?: unknown }

export function Invitations() {
  const organization = useActiveOrganization()
  const { canAdminister } = organization
  const queryClient = useQueryClient()
  const query = invitationsQuery(organization.id)
  const { data: invitations, error, refetch } = useQuery(query)
  const [outcome, setOutcome] = useState<Outcome>({})

  /** Reloads the list even after a failure, because it may be out of date. */
  function showOutcome(next: Outcome): void {
    setOutcome(next)
    void queryClient.invalidateQueries({ queryKey: query.queryKey })
  }

  const invite = useInvite((issued) => showOutcome({ issued }))

  /** Clears the outcome of the previous action, so that only one is shown. */
  function clearOutcome(): void {
    setOutcome({})
    invite.reset()
  }

  return (
    <section aria-labelledby="invitations" className="space-y-4">
      <SectionTitle id="invitations">{texts.invitations.title}</SectionTitle>
      {canAdminister && (
        <Card>
          <InviteForm invite={invite} onTry={clearOutcome} />
        </Card>
      )}
      {outcome.issued && <IssuedInvitations issued={outcome.issued} />}
      <FailureNotice failure={outcome.failure} />
      {error && !invitations && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {!invitations && !error && <ListSkeleton rows={1} label={texts.invitations.loading} />}
      {invitations?.length === 0 && <p className="text-ink-soft">{texts.invitations.none}</p>}
      {invitations && invitations.length > 0 && (
        <ul
          aria-label={texts.invitations.pending}
          className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface"
        >
          {invitations.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              invitation={invitation}
              canAdminister={canAdminister}
              onTry={clearOutcome}
              onOutcome={showOutcome}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

type InvitationRowProps = {
  invitation: OrganizationInvitation
  canAdminister: boolean
  /** Called before a request is sent. */
  onTry: () => void
  onOutcome: (outcome: Outcome) => void
}

function InvitationRow({ invitation, canAdminister, onTry, onOutcome }: InvitationRowProps) {
  const params = { invitationId: invitation.id }
  const [isConfirming, setIsConfirming] = useState(false)
  const [isSending, setIsSending] = useState(false)

  async function sendAgain(): Promise<void> {
    setIsSending(true)
    onTry()
    try {
      onOutcome({ issued: [await api.resendOrganizationInvitation({ params })] })
    } catch (failure) {
      onOutcome({ failure })
    } finally {
      setIsSending(false)
    }
  }

  async function revoke(): Promise<void> {
    onTry()
    await api.revokeOrganizationInvitation({ params })
    onOutcome({})
    toast.success(texts.invitations.revoked)
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3.5 sm:px-5">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium">{invitation.email}</p>
        <p className="text-sm text-ink-faint">
          {fill(texts.invitations.invitedAs(roleName(invitation.role)), {
            day: <Day time={invitation.expiresAt} />,
          })}
        </p>
        {invitation.emailBouncedAt !== null && (
          <p className="mt-1 text-sm text-bad">
            {fill(texts.invitations.bounced, { day: <Day time={invitation.emailBouncedAt} /> })}
          </p>
        )}
      </div>
      {canAdminister && (
        <div className="flex gap-2">
          <Button size="small" busy={isSending} onClick={() => void sendAgain()}>
            {fill(texts.invitations.sendAgain, {
              to: <span className="sr-only">{texts.invitations.sendAgainTo(invitation.email)}</span>,
            })}
          </Button>
          <Button size="small" variant="quiet" onClick={() => setIsConfirming(true)}>
            {fill(texts.invitations.revoke, {
              whose: <span className="sr-only">{texts.invitations.revokeOf(invitation.email)}</span>,
            })}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        title={texts.invitations.question}
        action={texts.invitations.action}
        onConfirm={revoke}
      >
        <p>
          {fill(texts.invitations.consequence, {
            email: <strong className="font-semibold text-ink">{invitation.email}</strong>,
          })}
        </p>
      </ConfirmDialog>
    </li>
  )
}
