// Runs in AWS Lambda, inline in the template: only what its runtime has, and at most 4 KB.
const { CloudFormationClient, DescribeStacksCommand } = require('@aws-sdk/client-cloudformation')

const client = new CloudFormationClient()

/** Names the settings that a deploy would drop or replace without being asked to. */
function dropped({ Kept: before = {} }, { Kept: after = {}, Drop: asked = [] }) {
  return Object.keys(before).filter((name) => before[name] !== after[name] && !asked.includes(name))
}

async function isRollback(StackName) {
  const { Stacks } = await client.send(new DescribeStacksCommand({ StackName }))
  return Stacks[0].StackStatus.includes('ROLLBACK')
}

/** Returns the reason to refuse a deploy. Undefined: it goes on. */
async function refusal({ RequestType, StackId, OldResourceProperties, ResourceProperties }) {
  if (RequestType !== 'Update') return undefined
  const names = dropped(OldResourceProperties, ResourceProperties)
  // A rollback takes back what the deploy added.
  if (names.length === 0 || (await isRollback(StackId))) return undefined
  if (names.includes('format')) {
    const formats = [OldResourceProperties.Kept.format, ResourceProperties.Kept.format]
    return `The data has format ${formats[0]}, and this version of Cairn reads format ${formats[1]}. Deploy the version that wrote the data, or move the data as CHANGELOG.md says, and add -c drop=format.`
  }
  const values = names.map((name) => `${name} (${OldResourceProperties.Kept[name]})`).join(', ')
  return `This deploy would drop ${values}, which the last one was told. Put it into the file of the stage, or add -c drop=${names.join(',')} if you mean it.`
}

exports.handler = async (event) => {
  let reason
  try {
    reason = await refusal(event)
  } catch (error) {
    reason = `The settings of the last deploy could not be compared: ${error.message}`
  }
  const { StackId, RequestId, LogicalResourceId, ResponseURL } = event
  const body = JSON.stringify({
    Status: reason === undefined ? 'SUCCESS' : 'FAILED',
    Reason: reason,
    PhysicalResourceId: 'kept-settings',
    StackId,
    RequestId,
    LogicalResourceId,
  })
  // CloudFormation's address is signed for a request without a content type.
  const response = await fetch(ResponseURL, { method: 'PUT', headers: { 'content-type': '' }, body })
  if (!response.ok) throw new Error(`CloudFormation answered ${response.status}`)
}
