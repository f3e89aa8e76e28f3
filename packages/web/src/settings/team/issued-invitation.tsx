import type { OutputOf } from '@cairn/contract'
import { CopyField } from '../../ui/fields/copy-field.tsx'
import { Notice } from '../../ui/notice.tsx'

export type Issued = OutputOf<'createOrganizationInvitation'>

/** The link is in this answer and nowhere else; where no mail went out, somebody has to pass it on. */
export function IssuedInvitation({ issued }: { issued: Issued }) {
  const { invitation, acceptUrl, emailSent } = issued
  return (
    <Notice tone={emailSent ? 'good' : 'info'}>
      <div className="space-y-3">
        <p>
          {emailSent
            ? `The invitation is on its way to ${invitation.email}. You can also pass on the link yourself; it is shown only now.`
            : `No mail could be sent to ${invitation.email}. Pass on this link yourself; it is shown only now.`}
        </p>
        <CopyField label="Invitation link" text={acceptUrl} />
      </div>
    </Notice>
  )
}
