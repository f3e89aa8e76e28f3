import { mcpEndpoint } from '@cairn/contract/http/endpoints'
import { agentProducts } from '@cairn/contract/mcp/agent-setup'
import { buttonClass } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/fields/code-block.tsx'
import { CopyField } from '../../ui/fields/copy-field.tsx'
import { TabCard } from '../../ui/fields/tab-card.tsx'
import { texts } from './texts.ts'

/** How to connect each product: one command or file to copy. */
export function ProductTabs() {
  const address = `${window.location.origin}${mcpEndpoint.path}`
  const tabs = agentProducts(address).map(({ id, name = texts.products.other, code, file, installLink }) => ({
    id,
    name,
    content: (
      <>
        <p>{texts.products.hints[id]}</p>
        {id === 'other' ? (
          <CopyField label={texts.address} text={address} />
        ) : (
          <CodeBlock label={file ?? texts.products.command} code={code} />
        )}
        {installLink !== undefined && (
          <a href={installLink} className={buttonClass({ size: 'small' })}>
            {texts.products.install(name)}
          </a>
        )}
      </>
    ),
  }))
  return <TabCard label={texts.products.list} tabs={tabs} />
}
