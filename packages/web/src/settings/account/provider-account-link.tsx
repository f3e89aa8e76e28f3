import { textLinkClass } from '../../ui/front-page.tsx'
import { texts } from './texts.ts'

type Provider = { accountUrl?: string | undefined; providerHost?: string | undefined }

/** Leads to the provider's page about the person's account, if the deployment names one. Otherwise says whose account it is, if it is known. */
export function ProviderAccountLink({ accountUrl, providerHost }: Provider) {
  if (accountUrl !== undefined) {
    return (
      <a href={accountUrl} rel="noreferrer" className={textLinkClass}>
        {texts.openAt(new URL(accountUrl).host)}
      </a>
    )
  }
  return providerHost === undefined ? null : texts.signInAt(providerHost)
}
