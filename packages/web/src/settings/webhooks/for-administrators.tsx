import { useActiveOrganization } from '../../session/session.ts'
import { Page } from '../../ui/page.tsx'

/** What members see in place of webhooks. */
export function ForAdministrators() {
  const { name } = useActiveOrganization()
  return (
    <Page title="Webhooks" intro={`Webhooks send what happens in ${name} to other programs.`}>
      <p className="max-w-prose text-ink-soft">
        Only the owner and admins can see and change webhooks. Ask one of them if you need one.
      </p>
    </Page>
  )
}
