// A round through Musterbook with the generated client: a list, a change, what fits, an event, a paper.
//
// MUSTERBOOK=https://musters.example MUSTERBOOK_TOKEN=muster_… node program.js PAPER.pdf

import { writeFile } from "node:fs/promises";
import createClient from "openapi-fetch";
import type { components, paths } from "./musterbook.js";

type Schemas = components["schemas"];

const SITE = (process.env.MUSTERBOOK ?? "http://127.0.0.1:8000").replace(/\/$/, "");
const client = createClient<paths>({
  baseUrl: `${SITE}/api/v1`,
  headers: { Authorization: `Bearer ${process.env.MUSTERBOOK_TOKEN}` },
});

/** The answer; an error with what the problem says where it is one. */
function said<T>(answer: { data?: T; error?: Schemas["Problem"]; response: Response }): T {
  if (answer.error) throw new Error(`${answer.error.status} ${answer.error.title}: ${answer.error.detail}`);
  if (answer.data === undefined) throw new Error(`No answer: ${answer.response.status}`);
  return answer.data;
}

/** A list of Unbridled Fury: what else there is has another type. */
function fury(document: Schemas["CompanyList"]): Schemas["UnbridledFuryList"] {
  if (document.system !== "unbridled-fury") throw new Error(`This is a list of ${document.system}.`);
  return document;
}

async function read(public_id: string): Promise<Schemas["UnbridledFuryList"]> {
  return fury(said(await client.GET("/lists/{public_id}", { params: { path: { public_id } } })));
}

/** The first sample of the game. */
async function sample(): Promise<Schemas["UnbridledFuryList"]> {
  const { results } = said(await client.GET("/samples"));
  const found = results.find((one) => one.system === "unbridled-fury");
  if (!found) throw new Error("This site has no sample of Unbridled Fury.");
  return read(found.id);
}

/** Change a profile, unless somebody else has changed it since it was read. */
async function changeMovement(public_id: string, key: string, mov: number): Promise<void> {
  const path = { public_id, key };
  const { response } = await client.GET("/lists/{public_id}/profiles/{key}", { params: { path } });
  const header = { "If-Match": response.headers.get("ETag") ?? "" };
  const body = { design: { attributes: { mov } } };
  said(await client.PATCH("/lists/{public_id}/profiles/{key}", { params: { path, header }, body }));
}

/** Hand in the first roster of a list for an event of a new club; its points. */
async function handIn(public_id: string): Promise<number | null> {
  const club = said(await client.POST("/clubs", { body: { name: "The Harbour Table" } }));
  const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
  const muster: Schemas["EventCreateRequest"] = {
    name: "Spring muster",
    date: days(30).slice(0, 10),
    system: "unbridled-fury",
    edition: "0.9.0",
    limit: 750,
    deadline: days(28),
  };
  const event = said(
    await client.POST("/clubs/{club}/events", { params: { path: { club: club.id } }, body: muster }),
  );
  const summary = said(await client.GET("/lists/{public_id}/summary", { params: { path: { public_id } } }));
  const roster = summary.rosters[0];
  if (!roster) throw new Error("This list has no roster.");
  const path = { club: club.id, event: event.id };
  const body = { list: public_id, roster: roster.id };
  return said(await client.PUT("/clubs/{club}/events/{event}/hand-in", { params: { path }, body })).points;
}

const made = said(await client.POST("/lists", { body: await sample() }));
const profile = (await read(made.id)).profiles?.[0];
if (!profile) throw new Error("This list has no profile.");
const mov = profile.design?.attributes?.mov ?? 0;
console.log(`${made.name}: ${profile.name} has Mov ${mov}`);

await changeMovement(made.id, profile.key, mov + 1);
const document = await read(made.id);
console.log(`${profile.name} has Mov ${document.profiles?.[0]?.design?.attributes?.mov} now`);

const fits = said(await client.POST("/appraisals/fits", { body: { document, roster: 0 } }));
console.log(`${fits.fits.length} profiles still fit into the first roster`);
const link = said(await client.PUT("/lists/{public_id}/link", { params: { path: { public_id: made.id } } }));
console.log(`Shared at ${link.page}`);
console.log(`Handed in with ${await handIn(made.id)} points`);

const paper = process.argv[2];
if (!paper) throw new Error("Say where the paper goes: program.js PAPER.pdf");
const pdf = said(
  await client.GET("/lists/{public_id}/paper.pdf", {
    params: { path: { public_id: made.id } },
    parseAs: "arrayBuffer",
  }),
);
await writeFile(paper, new Uint8Array(pdf));
console.log("The paper is there");
