import mcpText from '../../../../contract/MCP.md?raw'
import hookText from '../../../../contract/recipes/coding-agent/cairn-hook.sh?raw'
import codingAgentText from '../../../../contract/recipes/coding-agent/README.md?raw'
import workflowText from '../../../../contract/recipes/github-actions/tests.yml?raw'
import nightlyText from '../../../../contract/recipes/nightly/report.py?raw'
import recipesText from '../../../../contract/recipes/README.md?raw'
import tourText from '../../../../contract/TOUR.md?raw'
import webhooksText from '../../../../contract/WEBHOOKS.md?raw'
import exportText from '../../../EXPORT.md?raw'

/** The guides of the repository. They are part of the build, so the service shows those of its own version. */
const texts = {
  tour: tourText,
  mcp: mcpText,
  recipes: `${recipesText}${fileIn('The workflow', 'yaml', workflowText)}${fileIn('The nightly script', 'python', nightlyText)}`,
  'coding-agents': `${codingAgentText}${fileIn('The script of the hooks', 'sh', hookText)}`,
  webhooks: webhooksText,
  export: exportText,
}

export type Guide = { title: string; sections: { title: string | undefined; text: string }[] }

/** A section with a file that the guide refers to. */
function fileIn(title: string, language: string, text: string): string {
  return `\n## ${title}\n\n\`\`\`${language}\n${text}\`\`\`\n`
}

/** Splits a guide at its headings. Links to other files of the repository become plain text. */
export function guideOf(name: string): Guide | undefined {
  const text = Object.hasOwn(texts, name) ? texts[name as keyof typeof texts] : undefined
  if (text === undefined) return undefined
  const [first = '', ...others] = text.replaceAll(/\[([^\]]+)\]\((?!https:)[^)]*\)/g, '$1').split(/^## /m)
  const [title = '', ...intro] = first.split('\n')
  return {
    title: title.replace('# ', ''),
    sections: [
      { title: undefined, text: intro.join('\n') },
      ...others.map((section) => {
        const end = section.indexOf('\n')
        return { title: section.slice(0, end), text: section.slice(end) }
      }),
    ],
  }
}
