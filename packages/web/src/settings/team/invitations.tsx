import type { OrganizationInvitation } from '@cairn/contract/schemas/invitations'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { allPages } from '../../api/all-pages.ts'
import { api } from '../../api/client.ts'
import { useActiveOrganization } from '../../session/session.ts'
import { Day } from '../../time/moment.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { Card, SectionTitle } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { InviteForm } from './invite-form.tsx'
import { type Issued, IssuedInvitation } from './issued-invitation.tsx'

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

export function Invitations() {
  const organization = useActiveOrganization()
  const { canAdminister } = organization
  const queryClient = useQueryClient()
  const query = invitationsQuery(organization.id)
  const { data: invitations, error, refetch } = useQuery(query)
  /** The link is answered once only: it stays in sight until the next one, or until the page is left. */
  const [issued, setIssued] = useState<Issued>()
  const reload = () => queryClient.invalidateQueries({ queryKey: query.queryKey })

  return (
    <section aria-labelledby="invitations" className="space-y-4">
      <SectionTitle id="invitations">Invitations</SectionTitle>
      {canAdminister && (
        <Card>
          <InviteForm
            onIssued={async (answer) => {
              setIssued(answer)
              await reload()
            }}
          />
        </Card>
      )}
      {issued && <IssuedInvitation issued={issued} />}
      {error && !invitations && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {!invitations && !error && <ListSkeleton rows={1} label="Loading invitations" />}
      {invitations?.length === 0 && <p className="text-ink-soft">No invitation is open.</p>}
      {invitations && invitations.length > 0 && (
        <ul
          aria-label="Open invitations"
          className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface"
        >
          {invitations.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              invitation={invitation}
              canAdminister={canAdminister}
              onIssued={setIssued}
              onChanged={async () => {
                if (issued?.invitation.id === invitation.id) setIssued(undefined)
                await reload()
              }}
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
  onIssued: (issued: Issued) => void
  onChanged: () => Promise<void>
}

function InvitationRow({ invitation, canAdminister, onIssued, onChanged }: InvitationRowProps) {
  const params = { invitationId: invitation.id }
  const [isAsking, setIsAsking] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function sendAgain(): Promise<void> {
    if (isSending) return
    setIsSending(true)
    setFailure(undefined)
    try {
      const issued = await api.resendOrganizationInvitation({ params })
      await onChanged()
      onIssued(issued)
    } catch (error) {
      setFailure(error)
    } finally {
      setIsSending(false)
    }
  }

  async function revoke(): Promise<void> {
    await api.revokeOrganizationInvitation({ params })
    await onChanged()
    toast.success('The invitation is revoked; its link is dead.')
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3.5 sm:px-5">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium">{invitation.email}</p>
        <p className="text-sm text-ink-faint">
          As {invitation.role}, open until <Day time={invitation.expiresAt} />
        </p>
      </div>
      {canAdminister && (
        <div className="flex gap-2">
          <Button size="small" busy={isSending} onClick={() => void sendAgain()}>
            Send again<span className="sr-only"> to {invitation.email}</span>
          </Button>
          <Button size="small" look="quiet" onClick={() => setIsAsking(true)}>
            Revoke<span className="sr-only"> the invitation to {invitation.email}</span>
          </Button>
        </div>
      )}
      <FailureNotice failure={failure} className="basis-full" />
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title="Revoke this invitation?"
        action="Revoke invitation"
        onConfirm={revoke}
      >
        <p>
          The link that <strong className="font-semibold text-ink">{invitation.email}</strong> has will not
          work any more. You can invite the same address again.
        </p>
      </ConfirmDialog>
    </li>
  )
}
