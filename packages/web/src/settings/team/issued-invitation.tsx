import type { OutputOf } from '@cairn/contract'
import { CopyField } from '../../ui/fields/copy-field.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { texts } from './texts.ts'

export type Issued = OutputOf<'createOrganizationInvitation'>

/** Shows the links, which are only in these responses. If no email was sent, someone has to share them. */
export function IssuedInvitations({ issued }: { issued: Issued[] }) {
  const [sent, notSent] = [true, false].map((wanted) =>
    issued.filter(({ emailSent }) => emailSent === wanted),
  )
  return (
    <>
      <IssuedNotice issued={sent ?? []} tone="good" say={texts.issued.sent} />
      <IssuedNotice issued={notSent ?? []} tone="info" say={texts.issued.notSent} />
    </>
  )
}

type IssuedNoticeProps = {
  issued: Issued[]
  tone: 'good' | 'info'
  say: (emails: readonly string[]) => string
}

function IssuedNotice({ issued, tone, say }: IssuedNoticeProps) {
  if (issued.length === 0) return null
  const emails = issued.map(({ invitation }) => invitation.email)
  return (
    <Notice tone={tone}>
      <div className="space-y-3">
        <p>{say(emails)}</p>
        {issued.map(({ invitation, acceptUrl }) => (
          <CopyField
            key={invitation.id}
            label={issued.length === 1 ? texts.issued.link : texts.issued.linkFor(invitation.email)}
            text={acceptUrl}
          />
        ))}
      </div>
    </Notice>
  )
}
