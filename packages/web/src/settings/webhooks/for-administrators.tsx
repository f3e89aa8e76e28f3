import { useActiveOrganization } from '../../accounts/session/session.ts'
import { Page } from '../../ui/page.tsx'
import { texts } from './texts.ts'

/** The text that members see in place of webhooks. */
export function ForAdministrators() {
  const { name } = useActiveOrganization()
  return (
    <Page title={texts.title} intro={texts.forMembers.intro(name)}>
      <p className="max-w-prose text-ink-soft">{texts.forMembers.text}</p>
    </Page>
  )
}
