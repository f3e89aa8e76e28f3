import { mcpEndpoint, mcpWorkEndpoint } from '@cairn/contract/http/endpoints'
import {
  type AgentDoor,
  agentDoors,
  agentProducts,
  serverNames,
  setupCommand,
} from '@cairn/contract/mcp/agent-setup'
import { useState } from 'react'
import { fill } from '../../language/fill.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Choice } from '../../ui/fields/choice.tsx'
import { CodeBlock } from '../../ui/fields/code-block.tsx'
import { CopyField } from '../../ui/fields/copy-field.tsx'
import { TabCard } from '../../ui/fields/tab-card.tsx'
import { texts } from './texts.ts'

const paths: Record<AgentDoor, string> = { keep: mcpEndpoint.path, work: mcpWorkEndpoint.path }

/** The choice of what the agent is for, and how to connect each product. */
export function ConnectAgent() {
  const [door, setDoor] = useState<AgentDoor>('keep')
  return (
    <div className="space-y-4">
      <Choice
        legend={texts.doors.legend}
        hint={texts.doors.hints[door]}
        value={door}
        onChange={setDoor}
        options={agentDoors.map((value) => ({ value, name: texts.doors.names[value] }))}
      />
      <Products door={door} />
    </div>
  )
}

/** One command or file to copy for each product. */
function Products({ door }: { door: AgentDoor }) {
  const address = `${window.location.origin}${paths[door]}`
  const server = serverNames[door]
  const products = agentProducts(address, undefined, server)
  const tabs = products.map(({ id, name = texts.products.other, code, file, installLink }) => {
    const setup = setupCommand(id)
    return {
      id,
      name,
      content: (
        <>
          <p>{texts.products.hints[id].replace('{server}', server)}</p>
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
          {setup !== undefined && (
            <div className="space-y-2 border-t border-line pt-3">
              <p className="text-sm text-ink-soft">
                {fill(texts.setup.text, { remove: <code className="whitespace-nowrap">--remove</code> })}
              </p>
              <CodeBlock label={texts.setup.title} code={setup} />
            </div>
          )}
        </>
      ),
    }
  })
  return <TabCard label={texts.products.list} tabs={tabs} />
}
