import { textLinkClass } from '../../ui/front-page.tsx'

/** Leads to the provider's page about the person's account, if the deployment names one, and says where that is. */
export function ProviderAccountLink({ url }: { url: string | undefined }) {
  if (url === undefined) return null
  return (
    <a href={url} rel="noreferrer" className={textLinkClass}>
      Open your account at {new URL(url).host}
    </a>
  )
}
