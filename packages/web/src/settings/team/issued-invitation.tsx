import type { OutputOf } from '@cairn/contract'
import { CopyField } from '../../ui/fields/copy-field.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { texts } from './texts.ts'

export type Issued = OutputOf<'createOrganizationInvitation'>

/** Shows the link, which is only in this response. If no email was sent, someone has to share it. */
export function IssuedInvitation({ issued }: { issued: Issued }) {
  const { invitation, acceptUrl, emailSent } = issued
  return (
    <Notice tone={emailSent ? 'good' : 'info'}>
      <div className="space-y-3">
        <p>{emailSent ? texts.issued.sent(invitation.email) : texts.issued.notSent(invitation.email)}</p>
        <CopyField label={texts.issued.link} text={acceptUrl} />
      </div>
    </Notice>
  )
}
