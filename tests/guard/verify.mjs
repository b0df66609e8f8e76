// A second verifier, written apart from the first: node verify.mjs vectors.json
// Prints the exit code that each vector would have, as JSON. Standard library of Node only.

import { createHash, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";

const INVALID = 1, MALFORMED = 2, UNKNOWN_KEY = 3, REVOKED = 4, MISMATCH = 5;
const TYPE = "application/vnd.in-toto+json";
const KINDS = ["bypass", "approval", "rejection", "pin-invalidation", "context", "checkpoint"];
const FIELDS = {
  context: {
    team: "string", session: "string", compaction: "string", submission_digest: "string", epoch: "number",
    format: "string", context_digest: "string", through_seq: "number", registers: "object", pins: "object",
    approval: "string", at: "string",
  },
  checkpoint: { team: "string", seq: "number", hash: "string", at: "string" },
};

class Fault extends Error {
  constructor(code, why) { super(why); this.code = code; }
}
const demand = (holds, code, why) => { if (!holds) throw new Fault(code, why); };
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const hasOnly = (value, names) => isObject(value) && Object.keys(value).sort().join() === [...names].sort().join();

function sha256(...parts) {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function tagged(tag, ...parts) {
  const framed = parts.flatMap((part) => {
    const length = Buffer.alloc(8);
    length.writeBigUInt64BE(BigInt(part.length));
    return [length, part];
  });
  return sha256(Buffer.from(`stet/${tag}/v1\0`), ...framed);
}

// RFC 8785 is what JavaScript prints, with the members of objects in the order of their UTF-16 code units.
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (isObject(value)) {
    return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
  }
  return JSON.stringify(value);
}

// JSON.parse lets the last of two equal members win; a text that says two things is refused.
function strict(text) {
  let parsed;
  try { parsed = JSON.parse(text); } catch { throw new Fault(MALFORMED, "not JSON"); }
  const members = (value) => Array.isArray(value) ? value.reduce((sum, item) => sum + members(item), 0)
    : isObject(value) ? Object.values(value).reduce((sum, item) => sum + 1 + members(item), 0) : 0;
  const written = text.match(/"(?:[^"\\]|\\.)*"\s*:/g)?.length ?? 0;
  demand(written === members(parsed), MALFORMED, "a repeated member");
  return parsed;
}

function base64(text) {
  const data = Buffer.from(text, "base64");
  demand(data.toString("base64") === text, MALFORMED, "base64 in another form");
  return data;
}

function loadKeys(published) {
  demand(Array.isArray(published?.keys), MALFORMED, "no keys");
  const keys = new Map();
  for (const entry of published.keys) {
    if (entry.state === "pending") continue;
    const key = createPublicKey(entry.public_pem);
    const id = sha256(key.export({ type: "spki", format: "der" })).toString("hex");
    demand(id === entry.keyid && key.asymmetricKeyType === "ed25519", MALFORMED, "another key's id");
    demand(["active", "retired", "revoked"].includes(entry.state), MALFORMED, "unknown state");
    keys.set(id, { key, state: entry.state, after: entry.revoked_after ?? {} });
  }
  return keys;
}

function open(text, keys) {
  const outer = strict(text);
  demand(hasOnly(outer, ["payloadType", "payload", "signatures"]), MALFORMED, "no envelope");
  demand(outer.payloadType === TYPE && outer.signatures.length === 1, MALFORMED, "no in-toto envelope");
  const [signature] = outer.signatures;
  demand(hasOnly(signature, ["keyid", "sig"]), MALFORMED, "no signature");
  const payload = base64(outer.payload), signed = base64(signature.sig);
  const trusted = keys.get(signature.keyid);
  demand(trusted, UNKNOWN_KEY, "unknown key");
  const message = Buffer.concat([Buffer.from(`DSSEv1 ${TYPE.length} ${TYPE} ${payload.length} `), payload]);
  demand(verify(null, message, trusted.key, signed), INVALID, "the signature does not fit");
  return { statement: parse(payload.toString()), trusted, digest: sha256(payload).toString("hex") };
}

function parse(text) {
  const outer = strict(text);
  demand(hasOnly(outer, ["_type", "subject", "predicateType", "predicate"]), MALFORMED, "no statement");
  demand(outer._type === "https://in-toto.io/Statement/v1", MALFORMED, "another statement");
  const kind = KINDS.find((name) => outer.predicateType === `urn:stet:${name}:v1`);
  demand(kind, MALFORMED, "unknown predicate");
  for (const [name, type] of Object.entries(FIELDS[kind] ?? { team: "string" })) {
    demand(typeof outer.predicate[name] === type, MALFORMED, `${name} is missing`);
  }
  const subject = Object.fromEntries(outer.subject.map((one) => [one.name, one.digest.sha256]));
  return { kind, subject, predicate: outer.predicate };
}

function links(text) {
  let previous = Buffer.alloc(32);
  const team = { first: undefined };
  return text.replace(/\n$/, "").split("\n").map((line, index) => {
    let parsed;
    try { parsed = strict(line); } catch { throw new Fault(MISMATCH, "not a JSON line"); }
    const { entry, hash } = parsed;
    team.first ??= entry.team;
    demand(entry.v === 1 && entry.seq === index + 1 && entry.team === team.first, MISMATCH, "another entry");
    previous = tagged("audit", previous, Buffer.from(canonical(entry)));
    demand(previous.toString("hex") === hash, MISMATCH, "the chain is broken");
    return { entry, hash };
  });
}

function anchor(chain, text, keys) {
  const { statement, trusted } = open(text, keys);
  demand(statement.kind === "checkpoint", MISMATCH, "no checkpoint");
  demand(trusted.state !== "revoked", REVOKED, "a checkpoint of a revoked key");
  demand(statement.predicate.team === chain[0].entry.team, MISMATCH, "of another team");
  demand(chain[statement.predicate.seq - 1]?.hash === statement.predicate.hash, MISMATCH, "another chain");
  return statement.predicate.seq;
}

function place(chain, found) {
  demand(chain[0].entry.team === found.statement.predicate.team, MISMATCH, "of another team");
  const link = chain.find(({ entry }) => entry.body.receipts?.includes(found.digest));
  demand(link, MISMATCH, "the chain does not hold it");
  return link.entry.seq;
}

function checkContext(statement, messages) {
  demand(statement.kind === "context", MISMATCH, "no context receipt");
  const digest = tagged("context", Buffer.from(canonical(messages))).toString("hex");
  const stated = [statement.predicate.context_digest, statement.subject.context];
  demand(stated.every((one) => one === digest), MISMATCH, "another context");
  const system = messages.slice(0, messages.findIndex((message) => message.role !== "system"));
  const texts = system.map(({ content }) => (Array.isArray(content) ? content[0].text : content));
  const block = texts.findLast((text) => !text.startsWith("<<<STATE "));
  demand(canonical(pinsOf(Buffer.from(block))) === canonical(statement.predicate.pins), MISMATCH, "other pins");
}

function pinsOf(block) {
  const lengths = block.toString().match(/ bytes=([\d,]*)>>>$/)[1].split(",").filter(Boolean).map(Number);
  let at = block.indexOf("\n") + 1;
  return lengths.map((length) => {
    const head = block.subarray(at, at + 200).toString().match(/^\[PINNED (\S+) v(\d+) ([A-Z_]+)\] /);
    const start = at + head[0].length, version = Buffer.alloc(4);
    version.writeUInt32BE(Number(head[2]));
    at = start + length + 1;
    const parts = [Buffer.from(head[1]), version, Buffer.from(head[3]), block.subarray(start, start + length)];
    return { key: head[1], version: Number(head[2]), digest: tagged("pin", ...parts).toString("hex") };
  });
}

function check(vector) {
  const keys = loadKeys(vector.keys);
  const chain = vector.audit === undefined ? undefined : links(vector.audit);
  const anchored = Math.max(0, ...(vector.checkpoints ?? []).map((text) => anchor(chain, text, keys)));
  const found = open(vector.receipt, keys);
  const { statement, trusted } = found;
  demand(vector.kind === undefined || statement.kind === vector.kind, MISMATCH, "another kind");
  demand(vector.team === undefined || statement.predicate.team === vector.team, MISMATCH, "another team");
  const seq = chain && place(chain, found);
  const before = seq !== undefined && seq <= anchored && seq <= (trusted.after[statement.predicate.team] ?? 0);
  demand(trusted.state !== "revoked" || before, REVOKED, "a revoked key");
  if (vector.context !== undefined) checkContext(statement, vector.context);
}

function exitCode(vector) {
  try {
    check(vector);
    return 0;
  } catch (fault) {
    if (fault instanceof Fault) return fault.code;
    throw fault;
  }
}

const { keys, vectors } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const codes = vectors.map((vector) => [vector.name, exitCode({ keys, ...vector })]);
console.log(JSON.stringify(Object.fromEntries(codes)));
