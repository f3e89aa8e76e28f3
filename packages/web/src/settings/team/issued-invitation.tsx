import type { OutputOf } from '@cairn/contract'
import { CopyField } from '../../ui/fields/copy-field.tsx'
import { Notice } from '../../ui/notice.tsx'

export type Issued = OutputOf<'createOrganizationInvitation'>

/** Shows the link, which is only in this response. If no email was sent, someone has to share it. */
export function IssuedInvitation({ issued }: { issued: Issued }) {
  const { invitation, acceptUrl, emailSent } = issued
  return (
    <Notice tone={emailSent ? 'good' : 'info'}>
      <div className="space-y-3">
        <p>
          {emailSent
            ? `Invitation sent to ${invitation.email}. You can also share this link yourself. It is not shown again.`
            : `No email could be sent to ${invitation.email}. Share this link yourself. It is not shown again.`}
        </p>
        <CopyField label="Invitation link" text={acceptUrl} />
      </div>
    </Notice>
  )
}
